import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let isWaking = false;

/**
 * Ends a wait that has no end: the driver (7.8) writes to a socket that is being destroyed, is told that the
 * socket is full, and waits for it to drain, which a destroyed socket never does. Under load a database that is
 * killed so leaves operations hanging and, when it is the driver's own watch of the server that hangs, a process
 * that never finds the server again. Told of the close, the driver sees by itself that the connection is broken.
 */
export function wakeWritersOfClosedSockets(): void {
  if (isWaking) return;
  isWaking = true;
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    // Nobody who listens to a closed socket's drain waits for anything else that could come.
    socket.once('close', () => socket.emit('drain'));
  });
}
