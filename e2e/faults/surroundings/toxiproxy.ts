import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { installGoProgram, NotInstallable } from '@kassa/local-database';
import { freePorts } from '../free-port.ts';
import { Skipped } from '../report/fault-run.ts';
import { waitFor } from '../wait-for.ts';

const program = {
  name: 'toxiproxy',
  version: 'v2.5.0',
  package: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  file: 'server',
};
const PROXY = 'database';

/** A fault on the way between a gateway and the database, as toxiproxy names it. */
export type Toxic =
  /** Answers come so much later. */
  | { readonly type: 'latency'; readonly attributes: { readonly latency: number } }
  /** Answers do not come; after that time the connection ends. */
  | { readonly type: 'timeout'; readonly attributes: { readonly timeout: number } };

/** A way to the database on which answers can be slowed and lost. */
export class Toxiproxy {
  readonly #child: ChildProcess;
  readonly #api: string;
  readonly #port: number;

  private constructor(child: ChildProcess, api: string, port: number) {
    this.#child = child;
    this.#api = api;
    this.#port = port;
  }

  /** @throws {Skipped} where it is not installed and cannot be */
  static async start(mongoUri: string, onProgress: (line: string) => void): Promise<Toxiproxy> {
    const server = await install(onProgress);
    const [apiPort = 0, port = 0] = await freePorts(2);
    const child = spawn(server, ['-host', '127.0.0.1', '-port', String(apiPort)], { stdio: 'ignore' });
    const proxy = new Toxiproxy(child, `http://127.0.0.1:${apiPort}`, port);
    await waitFor(
      'toxiproxy answers',
      () =>
        fetch(`${proxy.#api}/version`).then(
          (answer) => answer.ok,
          () => false,
        ),
      10_000,
    );
    const { host } = new URL(mongoUri);
    await proxy.#call('POST', '/proxies', {
      name: PROXY,
      listen: `127.0.0.1:${port}`,
      upstream: host,
      enabled: true,
    });
    return proxy;
  }

  /** The connection string that leads this way. */
  uriOf(mongoUri: string): string {
    const uri = new URL(mongoUri);
    uri.port = String(this.#port);
    // A replica set would tell its own address, and the driver would go there.
    uri.searchParams.delete('replicaSet');
    uri.searchParams.set('directConnection', 'true');
    return uri.href;
  }

  get port(): number {
    return this.#port;
  }

  async add(toxic: Toxic): Promise<void> {
    await this.#call('POST', `/proxies/${PROXY}/toxics`, {
      name: toxic.type,
      stream: 'downstream',
      ...toxic,
    });
  }

  async remove(type: Toxic['type']): Promise<void> {
    await this.#call('DELETE', `/proxies/${PROXY}/toxics/${type}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  async #call(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${this.#api}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

async function install(onProgress: (line: string) => void): Promise<string> {
  try {
    return await installGoProgram(program, process.env, onProgress);
  } catch (error) {
    throw error instanceof NotInstallable ? new Skipped(error.message) : error;
  }
}
