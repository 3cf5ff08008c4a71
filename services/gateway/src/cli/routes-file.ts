import { readFileSync } from 'node:fs';
import type { PaymentRoute } from '@kassa/contracts';
import { CliError } from './cli-error.ts';

/** The file that is no file: what is piped into the command. */
const STANDARD_INPUT = '-';

/**
 * Routes from a JSON file, or from standard input. What is wrong with one of them the gateway says itself.
 *
 * @throws {CliError} when there is no such file, or it holds no JSON array
 */
export function readRoutesFile(file: string): PaymentRoute[] {
  let text: string;
  try {
    text = readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError(
      'usage',
      `The file of routes ${file} can not be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  const routes = parse(text);
  if (!Array.isArray(routes)) throw new CliError('usage', `${file} holds no JSON array of routes.`);
  return routes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
