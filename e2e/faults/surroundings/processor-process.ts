import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { endWithHarness } from '../end-with-harness.ts';
import { waitFor } from '../wait-for.ts';

const main = new URL('../../../services/sandbox-processor/src/main.ts', import.meta.url).pathname;

/** The sandbox processor in its own process with its own database, as if it belonged to another company. */
export class ProcessorProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(options: {
    port: number;
    variables: Readonly<Record<string, string>>;
    logFile: string;
  }): Promise<ProcessorProcess> {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...options.variables, SANDBOX_PROCESSOR_PORT: String(options.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithHarness(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => appendFileSync(options.logFile, `[processor] ${chunk}`));
    }
    const url = `http://127.0.0.1:${options.port}`;
    await waitFor(
      'the sandbox processor answers',
      async () => {
        if (child.exitCode !== null) throw new Error(`the sandbox processor ended, see ${options.logFile}`);
        return fetch(url).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      30_000,
    );
    return new ProcessorProcess(url, child);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
