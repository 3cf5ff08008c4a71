import { readFileSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** The file name that stands for standard input. */
const STANDARD_INPUT = '-';

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {CliError} when there is no such file
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError('usage', `${inputName(file)} cannot be read (${code}).`);
  }
}

/** How a message that starts with the file names it. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : `The file ${file}`;
}

/**
 * Reads a secret from its own file or from standard input. Secrets are never arguments, because everybody on the
 * machine can list those.
 *
 * @throws {CliError} when there is no such file, or it is empty
 */
export function readSecretFile(file: string): string {
  const text = readInput(file).trim();
  if (text === '') throw new CliError('usage', `${inputName(file)} is empty.`);
  return text;
}
