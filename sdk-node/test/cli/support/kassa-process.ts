import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** What is run, as `npx kassa` runs it. */
export const kassaFile = resolve(import.meta.dirname, '../../../bin/kassa.js');

export interface KassaRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunOptions {
  readonly folder: string;
  readonly variables?: NodeJS.ProcessEnv;
  readonly input?: string | Buffer;
}

interface ProcessOptions extends RunOptions {
  /** Another Node, or another `kassa`. */
  readonly command?: readonly [node: string, file: string];
}

/** Runs `kassa` in a process of its own, and waits until it ends. */
export async function runKassaProcess(args: readonly string[], options: ProcessOptions): Promise<KassaRun> {
  const child = spawnKassa(args, options);
  child.stdin?.end(options.input ?? '');
  const [output = [], errors = []] = await Promise.all([
    child.stdout?.setEncoding('utf8').toArray(),
    child.stderr?.setEncoding('utf8').toArray(),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, output: output.join(''), errors: errors.join('') };
}

/** A running `kassa` that works until it is stopped, such as `kassa listen`. */
export class RunningKassa {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  static start(args: readonly string[], options: ProcessOptions): RunningKassa {
    return new RunningKassa(spawnKassa(args, options));
  }

  /** Everything it has printed so far. */
  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sends a signal and waits until the process ends. Returns the exit code, which is null after SIGKILL. */
  async end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (!this.hasEnded) this.#child.kill(signal);
    await this.#closed;
    return this.#child.exitCode;
  }
}

function spawnKassa(args: readonly string[], { folder, variables, command }: ProcessOptions): ChildProcess {
  const [node, file] = command ?? [process.execPath, kassaFile];
  return spawn(node, [file, ...args], {
    cwd: folder,
    env: { ...inheritedVariables(), NO_COLOR: '1', ...variables },
    stdio: 'pipe',
  });
}

/** Returns the environment variables of this process, without those that set `kassa` or force colours. */
export function inheritedVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(KASSA_|FORCE_COLOR)/.test(name)),
  );
}
