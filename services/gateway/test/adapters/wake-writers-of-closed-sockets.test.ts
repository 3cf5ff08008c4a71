import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { wakeWritersOfClosedSockets } from '../../src/adapters/outbound/mongo/wake-writers-of-closed-sockets.ts';

test('an operation that waits to write to a broken database connection continues when the socket closes (fault 4)', async () => {
  wakeWritersOfClosedSockets();
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  // Exactly what the driver does: full, says the socket, and promises a drain that it has none to give.
  expect(socket.write('a command')).toBe(false);
  await once(socket, 'drain');
  expect(socket.destroyed).toBe(true);
});
