import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let isWaking = false;

/**
 * Ends a wait that would never end. The driver (7.8) writes to a socket that is being destroyed, is told that the
 * socket is full, and waits for it to drain, which a destroyed socket never does. If a database is killed under
 * load, operations hang for ever; if the driver's own monitoring of the server hangs, the process never finds the
 * server again. Once it is told of the close, the driver sees by itself that the connection is broken.
 */
export function wakeWritersOfClosedSockets(): void {
  if (isWaking) return;
  isWaking = true;
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    // A listener for the drain of a closed socket has nothing else to wait for.
    socket.once('close', () => socket.emit('drain'));
  });
}
