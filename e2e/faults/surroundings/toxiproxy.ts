import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { installGoProgram, NotInstallable } from '@kassa/local-database';
import { freePorts } from '../../src/free-ports.ts';
import { endWithHarness } from '../end-with-harness.ts';
import { Skipped } from '../report/fault-run.ts';
import { waitFor } from '../wait-for.ts';

const program = {
  name: 'toxiproxy',
  version: 'v2.5.0',
  package: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  file: 'server',
};
const PROXY = 'database';
const MOST_STARTS = 3;

/** A fault on the connection between a gateway and the database, under the name that toxiproxy gives it. */
export type Toxic =
  /** Answers are delayed by `latency` milliseconds. */
  | { readonly type: 'latency'; readonly attributes: { readonly latency: number } }
  /** The client gets no answers, and the proxy closes the connection after `timeout` milliseconds. */
  | { readonly type: 'timeout'; readonly attributes: { readonly timeout: number } };

/** A proxy for the connection to the database. It can delay answers and lose them. */
export class Toxiproxy {
  readonly #child: ChildProcess;
  readonly #api: string;
  readonly #port: number;

  private constructor(child: ChildProcess, api: string, port: number) {
    this.#child = child;
    this.#api = api;
    this.#port = port;
  }

  /** @throws {Skipped} if toxiproxy is missing and cannot be installed */
  static async start(mongoUri: string, onProgress: (line: string) => void): Promise<Toxiproxy> {
    const server = await install(onProgress);
    let proxy = await Toxiproxy.#launch(server);
    for (let starts = 1; proxy === undefined; starts += 1) {
      if (starts === MOST_STARTS)
        throw new Error(`toxiproxy ended right after each of ${MOST_STARTS} starts`);
      proxy = await Toxiproxy.#launch(server);
    }
    const { host } = new URL(mongoUri);
    await proxy.#call('POST', '/proxies', {
      name: PROXY,
      listen: `127.0.0.1:${proxy.port}`,
      upstream: host,
      enabled: true,
    });
    return proxy;
  }

  /**
   * Starts the proxy on two free ports. Returns undefined if the proxy's program ends immediately, which happens if another
   * program has just taken one of the ports.
   */
  static async #launch(server: string): Promise<Toxiproxy | undefined> {
    const [apiPort = 0, port = 0] = await freePorts(2);
    const child = spawn(server, ['-host', '127.0.0.1', '-port', String(apiPort)], { stdio: 'ignore' });
    endWithHarness(child);
    const proxy = new Toxiproxy(child, `http://127.0.0.1:${apiPort}`, port);
    const answers = () =>
      fetch(`${proxy.#api}/version`).then(
        (answer) => answer.ok,
        () => false,
      );
    await waitFor('toxiproxy answers', async () => child.exitCode !== null || (await answers()), 30_000);
    return child.exitCode === null ? proxy : undefined;
  }

  /** The connection string through the proxy. */
  uriOf(mongoUri: string): string {
    const uri = new URL(mongoUri);
    uri.port = String(this.#port);
    // Make the driver use only the proxy's address. Otherwise it would ask the replica set for the server's own address,
    // connect to the server directly and bypass the proxy.
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
