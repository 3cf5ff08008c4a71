import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const KEPT_LINES = 80;

export interface ProgramOptions {
  readonly folder?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What the program reads from standard input. */
  readonly input?: string;
  readonly timeoutMs?: number;
}

export interface ProgramRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program to its end, and returns its output whatever its exit code is. */
export async function tryProgram(
  command: string,
  args: readonly string[],
  { folder, environment = process.env, input = '', timeoutMs = 60_000 }: ProgramOptions = {},
): Promise<ProgramRun> {
  const options: SpawnOptions = {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: environment,
    stdio: 'pipe',
    signal: AbortSignal.timeout(timeoutMs),
    killSignal: 'SIGKILL',
  };
  const child = spawn(command, args, options);
  child.stdin?.on('error', () => {}).end(input);
  const texts = [child.stdout, child.stderr].map((stream) => stream?.setEncoding('utf8').toArray());
  const [exitCode] = (await once(child, 'close').catch((error: unknown) => {
    throw isTimeout(error)
      ? new Error(`${nameOf(command)} did not end within ${timeoutMs / 1_000} s`)
      : error;
  })) as [number | null];
  const [output = [], errors = []] = await Promise.all(texts);
  return { exitCode, output: output.join(''), errors: errors.join('') };
}

/**
 * Runs a program to its end, and returns its standard output.
 *
 * @throws {Error} with the end of the program's output when the program fails
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const { exitCode, output, errors } = await tryProgram(command, args, options);
  if (exitCode === 0) return output;
  const lines = `${output}\n${errors}`.trim().split('\n').slice(-KEPT_LINES);
  const name = [nameOf(command), ...args.slice(0, 3)].join(' ');
  throw new Error(`${name} ended with ${exitCode}. Its last lines:\n  ${lines.join('\n  ')}`);
}

function nameOf(command: string): string {
  return command.split('/').at(-1) ?? command;
}

/** Whether a program was ended because it had taken too long. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Waits until a condition holds. The condition can throw while it does not hold yet. */
export async function until<Value>(
  what: string,
  seconds: number,
  condition: () => Promise<Value | undefined | false>,
): Promise<Value> {
  const endsAtMs = performance.now() + seconds * 1000;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > endsAtMs) {
      throw new Error(`${what}: not within ${seconds} s${lastError === undefined ? '' : ` (${lastError})`}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
