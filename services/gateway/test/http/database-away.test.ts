import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

/** A way to the database that a test can cut off. */
class Cable {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => {
      const onwards = connect(Number(target.port), target.hostname);
      for (const end of [socket, onwards]) {
        this.#sockets.add(end);
        end.on('error', () => {});
        end.on('close', () => {
          this.#sockets.delete(end);
          socket.destroy();
          onwards.destroy();
        });
      }
      socket.pipe(onwards).pipe(socket);
    });
  }

  static async plugInto(uri: string): Promise<Cable> {
    const cable = new Cable(new URL(uri));
    await cable.restore(0);
    return cable;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The address of the database by way of this cable. */
  get uri(): string {
    const uri = new URL(this.#target);
    uri.host = `127.0.0.1:${this.port}`;
    uri.searchParams.set('directConnection', 'true');
    return uri.href;
  }

  async restore(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async cut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
});
afterAll(() => bench.stop());

async function timed(merchant: MerchantAccount) {
  const startedAtMs = performance.now();
  const { msg } = await merchant.create();
  return { msg, tookMs: performance.now() - startedAtMs };
}

it('while the database is unreachable, the gateway refuses calls within 0.1 s and logs at most one line a second; afterwards, it serves calls again (fault 71)', async () => {
  const cable = await Cable.plugInto(String(bench.main.variables.MONGODB_URI));
  const gateway = await GatewayProcess.start({
    ...bench.main.variables,
    MONGODB_URI: cable.uri,
    KASSA_LOG_LEVEL: 'info',
  });
  const merchant = await bench.onboard();
  expect((await timed(merchant)).msg).toBe('success');
  const { port } = cable;
  await cable.cut();
  // The first calls wait, because the database could be back soon. Later ones do not.
  await expect.poll(async () => (await timed(merchant)).tookMs).toBeLessThan(100);
  const linesBefore = gateway.log.length;
  const startedAtMs = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, () => timed(merchant)));
  expect(new Set(answers.map(({ msg }) => msg))).toEqual(new Set(['UNAVAILABLE']));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  expect(gateway.log.length - linesBefore).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  await cable.restore(port);
  await expect.poll(async () => (await timed(merchant)).msg).toBe('success');
  expect(await gateway.terminate()).toBe(0);
  await cable.cut();
});
