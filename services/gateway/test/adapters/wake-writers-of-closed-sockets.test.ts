import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { wakeWritersOfClosedSockets } from '../../src/adapters/outbound/mongo/wake-writers-of-closed-sockets.ts';

test('a database operation does not hang if its connection breaks while it waits, because Kassa wakes it when the socket closes (fault 4)', async () => {
  wakeWritersOfClosedSockets();
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  // Do what the driver does: the destroyed socket reports that its buffer is full, so wait for a `drain` event, which such a
  // socket never sends by itself.
  expect(socket.write('a command')).toBe(false);
  await once(socket, 'drain');
  expect(socket.destroyed).toBe(true);
});
