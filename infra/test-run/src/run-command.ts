import { spawn } from 'node:child_process';

/** `fair` runs a program at normal priority; `rest` at the lowest, so that other programs get the CPU first. */
export type Share = 'fair' | 'rest';

export interface CommandResult {
  readonly exitCode: number;
  readonly output: string;
  readonly seconds: number;
}

/**
 * Runs a program of the repository and waits for its end.
 *
 * @param show `live` prints the program's output as it arrives; `kept` returns the output in the result
 */
export async function runCommand(
  command: string,
  commandArguments: readonly string[],
  show: 'live' | 'kept',
  share: Share = 'fair',
): Promise<CommandResult> {
  const startedAtMs = performance.now();
  const [program, programArguments] =
    share === 'rest' && process.platform !== 'win32'
      ? ['nice', ['-n', '19', command, ...commandArguments]]
      : [command, [...commandArguments]];
  const child = spawn(program, programArguments, {
    stdio: show === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // Output that is returned instead of shown may go to log files. So ask the program for output without colours.
    env: show === 'live' ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return {
    exitCode,
    output: Buffer.concat(chunks).toString('utf8'),
    seconds: (performance.now() - startedAtMs) / 1000,
  };
}
