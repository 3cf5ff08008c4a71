import { readFileSync, statSync } from 'node:fs';
import { CliError } from '../terminal/cli-error.ts';

/** More than the gateway takes of any image; it says itself how much that is. */
const MAX_BYTES = 90_000;

/**
 * A logo's file as Base64. Whether it is a logo the gateway says.
 *
 * @throws {CliError} when there is no such file, or it is far too large to be sent
 */
export function readLogoFile(file: string): string {
  try {
    if (statSync(file).size <= MAX_BYTES) return readFileSync(file).toString('base64');
  } catch (error) {
    throw new CliError(
      'usage',
      `The logo file ${file} can not be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  throw new CliError('usage', `The logo file ${file} is too large: a logo may have 64 KiB.`);
}
