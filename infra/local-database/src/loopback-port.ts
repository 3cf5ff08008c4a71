import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a TCP port of 127.0.0.1 that is free now. Prefers the given port, so that addresses stay the same from run to run. */
export async function freePort(preferred?: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(preferred ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
    return address.port;
  } catch (error) {
    if (preferred === undefined) throw error;
    return freePort();
  } finally {
    server.close();
  }
}
