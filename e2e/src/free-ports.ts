import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range of the ports. It is below the range that systems use for outgoing connections and for port 0, so that no other
 * program gets one of the ports before it is used. It also excludes the usual ports of `npm start` and the ports of its tests.
 */
export const portRange = { from: 11_000, to: 19_999 } as const;

/**
 * The number of ports that one process can choose from. Processes that run at the same time have different process IDs, so they
 * usually choose from different parts of the range, and do not choose the same port.
 */
const PORTS_A_PROCESS = 500;
const PARTS = Math.floor((portRange.to + 1 - portRange.from) / PORTS_A_PROCESS);
const firstPort = portRange.from + (process.pid % PARTS) * PORTS_A_PROCESS;

/** The ports that this process has already chosen. The programs for which they were chosen may not listen yet. */
const chosen = new Set<number>();

/**
 * Finds different ports of 127.0.0.1 that are free, and that this process has not chosen before.
 *
 * @param draw returns a port of the range
 */
export async function freePorts(count: number, draw: () => number = randomPort): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = draw();
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/** Finds one port as `freePorts` does. */
export async function freePort(): Promise<number> {
  const [port] = (await freePorts(1)) as [number];
  return port;
}

function randomPort(): number {
  return firstPort + randomInt(PORTS_A_PROCESS);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  } finally {
    server.close();
  }
}
