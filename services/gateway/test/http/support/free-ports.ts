import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The size of the range of ports that each worker of the test runner has for itself. Within its range, a worker never returns a
 * port twice. Otherwise, a port that was found but is not open yet could be found again.
 */
const PORTS_A_WORKER = 1_500;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * PORTS_A_WORKER;
const handedOut = new Set<number>();

/**
 * Finds ports on which nobody listens at the moment. The ports are below the range that systems use for outgoing connections
 * and for port 0, so no other program takes one by chance before it is used.
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
