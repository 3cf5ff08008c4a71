import { CliError } from '../terminal/cli-error.ts';
import { inputName, readInput } from '../terminal/input-file.ts';

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
