import { CliError } from '../terminal/cli-error.ts';
import { inputName, readSecretFile } from '../terminal/input-file.ts';

/**
 * Reads credentials from a file, or from standard input for `-`: a JSON object of strings. No error message
 * repeats its content.
 *
 * @throws {CliError} when there is no such file, or its content has another form
 */
export function readCredentialsFile(file: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readSecretFile(file));
  } catch (error) {
    // The parser's own message quotes the content.
    if (error instanceof SyntaxError) throw new CliError('usage', `${inputName(file)} is not JSON.`);
    throw error;
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || !Object.values(parsed as object).every((value) => typeof value === 'string')) {
    throw new CliError('usage', `${inputName(file)} must hold a JSON object whose members are texts.`);
  }
  return parsed as Record<string, string>;
}
