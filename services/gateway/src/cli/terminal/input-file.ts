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

/** What a message that begins with the file calls it. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : `The file ${file}`;
}

/**
 * Reads a secret that is alone in its file, or comes by standard input. Secrets are no arguments, because
 * everybody who lists a machine's processes sees those.
 *
 * @throws {CliError} when there is no such file, or it is empty
 */
export function readSecretFile(file: string): string {
  const text = readInput(file).trim();
  if (text === '') throw new CliError('usage', `${inputName(file)} is empty.`);
  return text;
}
