import type { Server, Socket } from 'node:net';

export interface ConnectionLimits {
  /** The largest number of connections that a port keeps open at the same time. */
  readonly inAll: number;
  /** The largest number of connections from one address; null if a proxy makes the connections for all callers. */
  readonly perAddress: number | null;
}

/** Immediately closes each new connection beyond the limits. Existing connections stay open. */
export function limitConnections(server: Server, { inAll, perAddress }: ConnectionLimits): void {
  server.maxConnections = inAll;
  if (perAddress === null) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > perAddress) socket.destroy();
  });
}
