import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ending {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A running program, with what it has written so far. */
export class RunningProgram {
  output = '';
  errors = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;

  constructor(
    [program = '', ...args]: readonly string[],
    options: { cwd: string; environment: NodeJS.ProcessEnv; input?: string | Buffer },
  ) {
    this.#child = spawn(program, args, { cwd: options.cwd, env: options.environment, detached: true });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    // Ignore an error here, because a program may end without reading its input.
    this.#child.stdin?.on('error', () => undefined).end(options.input ?? '');
    this.#ended = once(this.#child, 'close');
  }

  async ending(): Promise<Ending> {
    const [code] = (await this.#ended) as [number | null];
    return { code, output: this.output, errors: this.errors };
  }

  /** Ends the program and all programs that it has started. */
  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
    await this.#ended;
  }
}
