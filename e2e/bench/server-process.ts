import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The unit of processor times in /proc: 1/100 s on all common Linux systems. */
const TICK_MS = 10;

/** A measured server in its own process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  /** The time from the start of the process to the line that says that it is ready. */
  readonly readyAfterMs: number;

  private constructor(child: ChildProcess, readyAfterMs: number) {
    this.#child = child;
    this.readyAfterMs = readyAfterMs;
  }

  /**
   * Starts a module in a new process of the same Node, and waits until it prints a line that fits the pattern. Returns what the
   * pattern matched.
   *
   * @param flags the flags of Node
   */
  static async start(
    module: string,
    flags: readonly string[],
    environment: NodeJS.ProcessEnv,
    readyLine: RegExp,
  ): Promise<{ process: ServerProcess; ready: RegExpExecArray }> {
    const startedAtMs = performance.now();
    const child = spawn(process.execPath, [...flags, module], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const ready = readyLine.exec(line);
      if (ready !== null) {
        child.stdout.resume();
        return { process: new ServerProcess(child, performance.now() - startedAtMs), ready };
      }
    }
    throw new Error(`${module} ended before it was ready`);
  }

  /** The resident memory of the process in MiB; NaN if the system does not report it. */
  get memoryMib(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  /** The processor time that the process has used, in milliseconds; NaN if the system does not report it. */
  get cpuMs(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8');
      const [userTicks, systemTicks] = status.slice(status.lastIndexOf(')')).split(' ').slice(12, 14);
      return (Number(userTicks) + Number(systemTicks)) * TICK_MS;
    } catch {
      return Number.NaN;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }
}
