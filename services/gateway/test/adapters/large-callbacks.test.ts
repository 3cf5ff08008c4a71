import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { readCallbackBody } from '../../src/adapters/inbound/http/callback/read-callback-body.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { RawSocket } from '../http/support/raw-socket.ts';

const MIB = 1_048_576;

test('while 16 large callbacks are being read, the sender of another one is asked to repeat it', async () => {
  const app = Object.assign(new Koa(), { silent: true });
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      ctx.status = error instanceof TemporarilyUnavailable ? 503 : 500;
    }
  });
  app.use(readCallbackBody(async () => {}));
  app.use((ctx) => {
    ctx.body = String(ctx.state.rawBody.length);
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (bytes: number) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(bytes),
    });

  const sockets = await Promise.all(Array.from({ length: 16 }, () => RawSocket.open(url)));
  for (const { socket } of sockets) {
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n{`,
    );
  }
  await expect.poll(async () => (await send(MIB)).status).toBe(503);
  expect(await (await send(1_000)).text()).toBe('1000');
  for (const { socket } of sockets) socket.destroy();
  await expect.poll(async () => (await send(MIB)).status).toBe(200);
});
