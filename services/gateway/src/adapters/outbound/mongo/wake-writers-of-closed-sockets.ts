import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let isWaking = false;

/**
 * Works around a fault of the MongoDB driver (7.8), which can wait for ever after a connection breaks. The driver waits for the
 * `drain` event of a full socket, but a destroyed socket never emits one. If the database is killed under load, operations
 * therefore hang, and the process may never find the server again.
 *
 * This function emits `drain` when a socket closes. The driver then notices by itself that the connection is broken.
 */
export function wakeWritersOfClosedSockets(): void {
  if (isWaking) return;
  isWaking = true;
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    // Emit `drain` even if nothing waits for it. This does no harm, because nothing can be written to a closed socket any more.
    socket.once('close', () => socket.emit('drain'));
  });
}
