import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let isWaking = false;

/**
 * Works around a wait of the MongoDB driver (7.8) that never ends. If a socket is full, the driver waits for its
 * `drain` event, but a socket that is destroyed meanwhile never emits it. So operations hang for ever if the database
 * is killed under load. The driver's monitoring can hang too, and then the process never finds the server again.
 *
 * This function emits `drain` when a socket closes. The driver then notices by itself that the connection is broken.
 */
export function wakeWritersOfClosedSockets(): void {
  if (isWaking) return;
  isWaking = true;
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    // Emitting `drain` on a closed socket is safe: a listener for it has nothing else to wait for.
    socket.once('close', () => socket.emit('drain'));
  });
}
