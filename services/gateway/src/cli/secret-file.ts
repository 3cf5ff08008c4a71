import { readFileSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** The file that is no file: what is piped into the command. */
const STANDARD_INPUT = '-';

/**
 * A secret that stands in a file alone, or comes by standard input. It is no argument: those are seen by all
 * who list a machine's processes.
 *
 * @throws {CliError} when there is no such file, or nothing is in it
 */
export function readSecretFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new CliError(
      'usage',
      `The secret's file ${file} can not be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  if (text === '') throw new CliError('usage', `The secret's file ${file} is empty.`);
  return text;
}
