import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Each worker of the test runner has ports of its own, and hands none out twice: a port that one has found and not
 * opened yet would look free to another.
 */
const PORTS_A_WORKER = 1_500;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * PORTS_A_WORKER;
const handedOut = new Set<number>();

/**
 * Ports that nobody listens on at the moment. They lie below those that systems give to outgoing
 * connections and to port 0, so that nobody takes one by chance before it is used.
 */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = firstPort + randomInt(PORTS_A_WORKER);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isFree(port)) found.push(port);
  }
  return found;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
