import { readFileSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** The file that is no file: what is piped into the command. */
const STANDARD_INPUT = '-';

/**
 * The text of a file, or of standard input for `-`.
 *
 * @throws {CliError} when there is no such file
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError('usage', `${inputName(file)} can not be read (${code}).`);
  }
}

/** What a message calls it, at its beginning. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'Standard input' : `The file ${file}`;
}

/**
 * A secret that stands in a file alone, or comes by standard input. It is no argument: those are seen by all
 * who list a machine's processes.
 *
 * @throws {CliError} when there is no such file, or nothing is in it
 */
export function readSecretFile(file: string): string {
  const text = readInput(file).trim();
  if (text === '') throw new CliError('usage', `${inputName(file)} is empty.`);
  return text;
}
