import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ListeningServer,
  listen,
  type ServerLimits,
} from '../../src/adapters/inbound/http/server/listen.ts';
import { findFreePorts } from '../http/support/free-ports.ts';
import { RawSocket } from '../http/support/raw-socket.ts';

const MIB = 1024 * 1024;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const open: { readonly servers: ListeningServer[]; readonly sockets: Socket[] } = {
  servers: [],
  sockets: [],
};
afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy();
  await Promise.all(open.servers.splice(0).map((server) => server.close()));
});

async function serve(handler: RequestListener, limits: Partial<ServerLimits> = {}): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const connections = { inAll: 4_096, perAddress: null };
  const address = { host: '127.0.0.1', port };
  open.servers.push(await listen(handler, address, { requestTimeoutMs: 2_000, connections, ...limits }));
  return `http://127.0.0.1:${port}`;
}

async function connectTo(url: string): Promise<RawSocket> {
  const raw = await RawSocket.open(url);
  open.sockets.push(raw.socket);
  return raw;
}

describe('a connection', () => {
  it('a connection carries one request at a time; a request that does not wait for the response is not processed (fault 65)', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      setTimeout(() => response.end(`answer to ${request.url}`), 20);
    });
    const answer = await RawSocket.exchange(url, request('/1') + request('/2') + request('/3'));
    expect(answer).toMatch(/answer to \/1$/);
    expect(answer).toMatch(/connection: close/i);
    expect(paths).toEqual(['/1']);
  });

  it('carries any number of requests one after another', async () => {
    const url = await serve((request, response) => response.end(`answer to ${request.url}.`));
    const raw = await connectTo(url);
    for (const path of ['/1', '/2', '/3']) {
      raw.socket.write(request(path));
      await expect.poll(() => raw.received).toContain(`answer to ${path}.`);
    }
    expect(raw.socket.destroyed).toBe(false);
  });

  it('a connection is closed if the caller reads nothing of a response for too long (fault 65)', async () => {
    const responses: ServerResponse[] = [];
    const url = await serve(
      (_request, response) => {
        responses.push(response);
        response.end(Buffer.alloc(32 * MIB));
      },
      { idleReaderMs: 300 },
    );
    const raw = await connectTo(url);
    raw.socket.pause();
    raw.socket.write(request('/'));
    await expect.poll(() => responses[0]?.closed).toBe(true);
    expect(responses[0]?.writableFinished).toBe(false);
  });

  it('stays open while the caller reads a response slowly', async () => {
    const url = await serve((_request, response) => response.end(Buffer.alloc(32 * MIB)), {
      idleReaderMs: 1_500,
    });
    const raw = await connectTo(url);
    raw.socket.write(request('/'));
    // Read for a moment and then pause, for longer than a caller may read nothing in all.
    for (let turns = 0; turns < 6; turns += 1) {
      raw.socket.pause();
      await delay(400);
      raw.socket.resume();
      await once(raw.socket, 'data');
    }
    await expect.poll(() => raw.received.length).toBeGreaterThan(32 * MIB);
  });
});

describe('a port', () => {
  it('a port closes connections beyond its limit for one address at once, and takes new ones when others have ended (fault 65)', async () => {
    const url = await serve((_request, response) => response.end('here'), {
      connections: { inAll: 4_096, perAddress: 2 },
    });
    const [first, second] = [await connectTo(url), await connectTo(url)];
    const third = await connectTo(url);
    await third.closed;
    first.socket.destroy();
    await expect.poll(async () => (await ask(url)).includes('here')).toBe(true);
    expect(second.socket.destroyed).toBe(false);
  });

  it('a port closes connections beyond its limit for all addresses at once (fault 65)', async () => {
    const url = await serve((_request, response) => response.end('here'), {
      connections: { inAll: 2, perAddress: null },
    });
    await connectTo(url);
    await connectTo(url);
    const third = await connectTo(url);
    await third.closed;
    expect(third.received).toBe('');
  });
});

async function ask(url: string): Promise<string> {
  return RawSocket.exchange(url, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
}
