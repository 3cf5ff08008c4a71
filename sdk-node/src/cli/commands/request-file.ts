import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { readNamedFile } from '../settings/read-text-file.ts';

/** Reads the bytes of a file, or of standard input if the file name is `-`. */
export async function readBytes(world: CliWorld, file: string, what: string): Promise<Buffer> {
  return file === '-' ? await world.readInput() : readNamedFile(resolve(world.currentFolder, file), what);
}

/** Parses a request that is a JSON object. */
export async function readRequestFile(world: CliWorld, file: string): Promise<Record<string, unknown>> {
  const text = (await readBytes(world, file, 'request file')).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError('usage', `${file === '-' ? 'The standard input' : file} is not a JSON object.`);
}
