import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder, findExecutable, runStep, withLock } from '@kassa/local-database';
import { freePorts } from '../free-port.ts';
import { Skipped } from '../report/fault-run.ts';
import { waitFor } from '../wait-for.ts';

const VERSION = 'v2.5.0';
const MODULE = `github.com/Shopify/toxiproxy/v2/cmd/server@${VERSION}`;
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

  /** @throws {Skipped} where it is not installed and can not be */
  static async start(mongoUri: string, onProgress: (line: string) => void): Promise<Toxiproxy> {
    const program = await install(onProgress);
    const [apiPort = 0, port = 0] = await freePorts(2);
    const child = spawn(program, ['-host', '127.0.0.1', '-port', String(apiPort)], { stdio: 'ignore' });
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

/** Compiles it into the cache that all checkouts share, unless it is there. */
async function install(onProgress: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder(process.env), `toxiproxy-${VERSION}`);
  const program = join(folder, 'server');
  if (existsSync(program)) return program;
  // Go's own archive unpacks to a place that is on no PATH by itself.
  const environment = {
    ...process.env,
    PATH: [process.env.PATH, '/usr/local/go/bin'].join(delimiter),
  };
  const go = findExecutable('go', environment);
  if (go === undefined) throw new Skipped('toxiproxy is compiled with Go, and there is no go on the PATH');
  mkdirSync(cacheFolder(process.env), { recursive: true });
  const lock = join(cacheFolder(process.env), 'toxiproxy.lock');
  await withLock(
    lock,
    () => onProgress('another process is installing toxiproxy; waiting …'),
    async () => {
      if (existsSync(program)) return;
      const unfinished = `${folder}.unfinished`;
      try {
        await runStep({
          title: `Building toxiproxy ${VERSION}`,
          command: go,
          args: ['install', MODULE],
          environment: { ...environment, CGO_ENABLED: '0', GOBIN: unfinished },
          logFile: join(cacheFolder(process.env), 'toxiproxy-install.log'),
          onProgress,
        });
      } catch (error) {
        throw new Skipped(
          `toxiproxy could not be compiled: ${error instanceof Error ? error.message : error}`,
        );
      }
      renameSync(unfinished, folder);
    },
  );
  return program;
}
