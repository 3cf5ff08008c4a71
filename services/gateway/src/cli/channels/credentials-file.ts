import { CliError } from '../terminal/cli-error.ts';
import { inputName, readSecretFile } from '../terminal/input-file.ts';

/**
 * Credentials from a file, or standard input for `-`: a JSON object of texts. No fault repeats what is in it.
 *
 * @throws {CliError} when there is no such file, or it holds something else
 */
export function readCredentialsFile(file: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readSecretFile(file));
  } catch (error) {
    // The parser's own message quotes the text.
    if (error instanceof SyntaxError) throw new CliError('usage', `${inputName(file)} is not JSON.`);
    throw error;
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || !Object.values(parsed as object).every((value) => typeof value === 'string')) {
    throw new CliError('usage', `${inputName(file)} must hold a JSON object whose members are texts.`);
  }
  return parsed as Record<string, string>;
}
