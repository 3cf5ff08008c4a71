import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let isWaking = false;

/**
 * Works around a fault of the MongoDB driver (7.8), which can wait for ever after a connection breaks. The driver writes to a
 * socket that is being destroyed, learns that its buffer is full, and waits for a `drain` event that a destroyed socket never
 * sends. If a database is killed under load, operations hang, and the process may never find the server again.
 *
 * This function sends the missing event. The driver then notices by itself that the connection is broken.
 */
export function wakeWritersOfClosedSockets(): void {
  if (isWaking) return;
  isWaking = true;
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    // A closed socket sends no `drain` event, so a writer that waits for this event would wait for ever. Send the event, so
    // that the writer continues and notices that the socket is closed.
    socket.once('close', () => socket.emit('drain'));
  });
}
