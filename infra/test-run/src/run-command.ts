import { spawn } from 'node:child_process';

/** How much of the CPU a program gets while others want it too: `fair` at normal priority, `less` after those, `rest` after all. */
export type Share = 'fair' | 'less' | 'rest';

const niceness: Readonly<Record<Exclude<Share, 'fair'>, string>> = { less: '5', rest: '19' };

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
    share !== 'fair' && process.platform !== 'win32'
      ? ['nice', ['-n', niceness[share], command, ...commandArguments]]
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
