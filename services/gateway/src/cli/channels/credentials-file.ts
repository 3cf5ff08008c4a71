import { CliError } from '../terminal/cli-error.ts';
import { inputName, readSecretFile } from '../terminal/input-file.ts';

/**
 * Reads credentials from a file with a JSON object of strings, or from standard input if the file is `-`. No error message
 * quotes the file.
 *
 * @throws {CliError} when the file cannot be read, or is not a JSON object of strings
 */
export function readCredentialsFile(file: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readSecretFile(file));
  } catch (error) {
    // Do not pass on the parser's message, because it quotes the content of the file.
    if (error instanceof SyntaxError) throw new CliError('usage', `${inputName(file)} is not JSON.`);
    throw error;
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || !Object.values(parsed as object).every((value) => typeof value === 'string')) {
    throw new CliError('usage', `${inputName(file)} must contain a JSON object whose members are strings.`);
  }
  return parsed as Record<string, string>;
}
