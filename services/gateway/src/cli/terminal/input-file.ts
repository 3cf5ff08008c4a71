import { readFileSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** As a file name, `-` stands for standard input. */
const STANDARD_INPUT = '-';

/**
 * Reads a file, or standard input if the file is `-`.
 *
 * @throws {CliError} when the file cannot be read
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError('usage', `${inputName(file)} cannot be read (${code}).`);
  }
}

/** Returns the words with which an error message about the input begins: `Standard input`, or `The file` and its path. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : `The file ${file}`;
}

/**
 * Reads a secret from a file, or from standard input if the file is `-`. A secret is never an argument, because every
 * user of the machine can list the arguments of running commands.
 *
 * @throws {CliError} when the file cannot be read or is empty
 */
export function readSecretFile(file: string): string {
  const text = readInput(file).trim();
  if (text === '') throw new CliError('usage', `${inputName(file)} is empty.`);
  return text;
}
