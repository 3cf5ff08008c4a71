import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../terminal/cli-error.ts';

/** The address of a gateway's operations port, and the operations token. */
export interface Deployment {
  readonly operationsUrl: string;
  readonly token: string;
}

/**
 * Finds the gateway that a command should call, by the command's option or else by the environment variables. If the address or
 * the token is still missing, it is taken from the files of the demo that `npm start` runs. These files are in a folder
 * `.kassa`, in the current folder or in a folder above.
 *
 * @throws {CliError} when the address or the token cannot be found, or the address is invalid
 */
export function findDeployment(
  operationsUrlOption: string | undefined,
  environment: NodeJS.ProcessEnv,
  currentFolder: string,
): Deployment {
  const said = operationsUrlOption ?? (environment.KASSA_OPERATIONS_URL || undefined);
  const saidToken = tokenIn(environment);
  const demo = said !== undefined && saidToken !== undefined ? undefined : findDemo(currentFolder);

  const operationsUrl = said ?? demo?.operationsUrl;
  if (operationsUrl === undefined) {
    throw new CliError(
      'usage',
      'No gateway address is set, and neither this folder nor a folder above it has a .kassa/demo.json. ' +
        'Start the demo with `npm start`, or set --operations-url or KASSA_OPERATIONS_URL.',
    );
  }
  if (!URL.canParse(operationsUrl) || !/^https?:$/.test(new URL(operationsUrl).protocol)) {
    throw new CliError(
      'usage',
      `"${operationsUrl}" is not an operations address. Example: http://127.0.0.1:10040`,
    );
  }
  // Send the demo's token only to the demo itself, never to another gateway.
  const isDemo = demo !== undefined && originOf(operationsUrl) === originOf(demo.operationsUrl);
  const token = saidToken ?? (isDemo ? demo.token : undefined);
  if (token === undefined) {
    throw new CliError(
      'unauthorised',
      `The operations token of ${operationsUrl} is missing. Set KASSA_OPERATIONS_TOKEN to the gateway’s token, or KASSA_OPERATIONS_TOKEN_FILE to a file that contains it.`,
    );
  }
  return { operationsUrl, token };
}

/**
 * Returns the token from its environment variable, or from the file that the other variable names; undefined if neither is set.
 */
function tokenIn(environment: NodeJS.ProcessEnv): string | undefined {
  const { KASSA_OPERATIONS_TOKEN: token, KASSA_OPERATIONS_TOKEN_FILE: file } = environment;
  if (!file) return token || undefined;
  if (token) {
    const problem =
      'KASSA_OPERATIONS_TOKEN and KASSA_OPERATIONS_TOKEN_FILE are both set. Set only one of them.';
    throw new CliError('usage', problem);
  }
  const content = readIfThere(file)?.trim();
  if (content) return content;
  throw new CliError('usage', `KASSA_OPERATIONS_TOKEN_FILE names ${file}, which contains no token.`);
}

interface FoundDemo {
  readonly operationsUrl: string;
  readonly token: string | undefined;
}

function findDemo(folder: string): FoundDemo | undefined {
  const dataFolder = join(folder, '.kassa');
  const text = readIfThere(join(dataFolder, 'demo.json'));
  if (text !== undefined) {
    const operationsUrl = readOperationsUrl(text, join(dataFolder, 'demo.json'));
    return { operationsUrl, token: readIfThere(join(dataFolder, 'secrets', 'operations-token'))?.trim() };
  }
  const above = dirname(folder);
  return above === folder ? undefined : findDemo(above);
}

function readOperationsUrl(text: string, file: string): string {
  try {
    const url = (JSON.parse(text) as { operations_base_url?: unknown } | null)?.operations_base_url;
    if (typeof url === 'string') return url;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError('usage', `${file} is damaged. Run \`npm start\` again, which writes a new one.`);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('usage', `${file} cannot be read (${code}).`);
  }
}

function originOf(url: string): string {
  return new URL(url).origin;
}
