import type { PaymentRoute } from '@kassa/contracts';
import { CliError } from '../terminal/cli-error.ts';
import { inputName, readInput } from '../terminal/input-file.ts';

/**
 * Routes from a JSON file, or from standard input. What is wrong with one of them the gateway says itself.
 *
 * @throws {CliError} when there is no such file, or it holds no JSON array
 */
export function readRoutesFile(file: string): PaymentRoute[] {
  const routes = parse(readInput(file));
  if (!Array.isArray(routes))
    throw new CliError('usage', `${inputName(file)} holds no JSON array of routes.`);
  return routes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
