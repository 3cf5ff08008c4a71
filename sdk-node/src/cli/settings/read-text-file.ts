import { readFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';

/**
 * Reads the text of a file that the user named.
 *
 * @param what the kind of file, for error messages
 * @throws {CliError} when the file cannot be read
 */
export function readTextFile(file: string, what: string): string {
  return readNamedFile(file, what).toString('utf8');
}

/** The bytes of a file named by the user. */
export function readNamedFile(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CliError(
      'usage',
      `The ${what} ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
