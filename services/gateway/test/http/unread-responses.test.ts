import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../infra/test-run/src/every-combination.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import { send } from './support/http-call.ts';

const SOCKETS = 1_000;
const REQUESTS = 2_000;
/**
 * Three tenths of the 287 MiB that an idle gateway took when this limit was set. A gateway that takes less of its own still reads
 * up to 64 KiB from each connection, so the flood costs it as much.
 */
const FLOOD_MIB = 86;
/** How many answers each normal caller reads before the flood. */
const ANSWERS_READ = 100;

let bench: GatewayBench;
let gateway: GatewayProcess;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
  // Permit all connections, so that the test shows what they cost.
  gateway = await GatewayProcess.start({
    ...bench.main.variables,
    KASSA_CONNECTIONS_PER_ADDRESS: '10000',
  });
});
afterAll(async () => {
  await gateway.terminate();
  await bench.stop();
});

describe('a thousand connections that send requests without waiting and never read', () => {
  // All servers take connections in the same way. `npm run combinations` floods each of them.
  it.each(
    firstOf([
      ['merchantUrl', '/docs/'],
      ['checkoutUrl', '/checkout/ord_1'],
      ['operationsUrl', '/metrics'],
    ] as const),
  )(
    'a thousand connections that never read take little memory and do not delay other callers (fault 65): %s',
    async (server, path) => {
      const { hostname, port } = new URL(bench.main[server]);
      await Promise.all(Array.from({ length: 10 }, () => readAnswers(Number(port), hostname, path)));
      const idleWaits: number[] = [];
      for (let asked = 0; asked < 20; asked += 1) idleWaits.push(await healthMs());
      const idleMiB = gateway.memoryMiB();
      const flood = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(REQUESTS));
      const sockets: Socket[] = [];
      const waits: number[] = [];
      let mostMiB = 0;
      for (let opened = 0; opened < SOCKETS; opened += 50) {
        for (let more = 0; more < 50; more += 1) sockets.push(flooding(Number(port), hostname, flood));
        await Promise.all(sockets.slice(-50).map((socket) => once(socket, 'ready')));
        waits.push(await healthMs());
        mostMiB = Math.max(mostMiB, gateway.memoryMiB());
      }
      for (const socket of sockets) socket.destroy();
      expect(mostMiB - idleMiB).toBeLessThan(Math.max(0.3 * idleMiB, FLOOD_MIB));
      // 200 ms on a machine with nothing else to do, where an idle gateway answers within 10 ms.
      expect(medianOf(waits)).toBeLessThan(Math.max(200, 20 * medianOf(idleWaits)));
    },
  );
});

/** Sends requests and reads their answers, so that the gateway has all in memory that it needs for normal callers. */
async function readAnswers(port: number, host: string, path: string): Promise<void> {
  const head = `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n`;
  const socket = connect(port, host);
  socket.resume();
  socket.write(`${`${head}\r\n`.repeat(ANSWERS_READ - 1)}${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
}

function flooding(port: number, host: string, bytes: Buffer): Socket {
  const socket = connect(port, host);
  // Ignore errors: the gateway is expected to close the connection.
  socket.on('error', () => {});
  socket.pause();
  socket.write(bytes);
  return socket;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns how long the health check takes, in milliseconds. */
async function healthMs(): Promise<number> {
  const start = performance.now();
  const { status } = await send(bench.main.operationsUrl, { method: 'GET', target: '/health/live' });
  expect(status).toBe(200);
  return performance.now() - start;
}
