import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const gatewayFolder = resolve(import.meta.dirname, '../../..');
/** The two forms in which the gateway runs. The bundle is as old as the latest `npm run build`. */
const programs = {
  sources: resolve(gatewayFolder, 'src/main.ts'),
  bundle: resolve(gatewayFolder, 'dist/main.js'),
};

/** The gateway in a process of its own, with everything that it prints. */
export class GatewayProcess {
  /** What the process has written to standard output and standard error so far. */
  output = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    // Its last words can come after its exit.
    this.#closed = once(child, 'close');
    child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
  }

  static run(
    variables: Readonly<Record<string, string>>,
    form: keyof typeof programs = 'sources',
  ): GatewayProcess {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const environment = { PATH, NODE_COMPILE_CACHE, ...variables };
    return new GatewayProcess(spawn(process.execPath, [programs[form]], { env: environment, stdio: 'pipe' }));
  }

  /** Starts a gateway and waits until it is ready. Rejects with the gateway's output if it ends before. */
  static async start(
    variables: Readonly<Record<string, string>>,
    form: keyof typeof programs = 'sources',
  ): Promise<GatewayProcess> {
    const gateway = GatewayProcess.run(variables, form);
    const stdout = gateway.#child.stdout;
    while (!gateway.output.includes('Kassa gateway is ready')) {
      await Promise.race([stdout && once(stdout, 'data'), gateway.#closed]);
      if (gateway.#child.exitCode !== null) throw new Error(`the gateway ended: ${gateway.output}`);
    }
    return gateway;
  }

  /** Sends the process a signal to stop, and returns its exit code. */
  async terminate(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.exitCode();
  }

  /** The memory of the process that is in use now (the resident set), in MiB. Works on Linux only. */
  memoryMiB(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  async exitCode(): Promise<number | null> {
    await this.#closed;
    return this.#child.exitCode;
  }

  /** The complete lines of the log, which are JSON. Other lines of the output are left out. */
  get log(): readonly { readonly level: number; readonly msg: string }[] {
    return (
      this.output
        .split('\n')
        // The text after the last line break is a line that is still being written, so leave it out.
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
    );
  }
}
