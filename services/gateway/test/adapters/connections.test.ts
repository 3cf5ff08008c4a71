import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/adapters/inbound/http/server/certificate.ts';
import {
  type ListeningServer,
  listen,
  type ServerLimits,
} from '../../src/adapters/inbound/http/server/listen.ts';
import { findFreePorts } from '../http/support/free-ports.ts';
import { RawSocket } from '../http/support/raw-socket.ts';
import { selfSigned } from '../support/self-signed.ts';

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

type Serve = (handler: RequestListener, limits?: Partial<ServerLimits>) => Promise<string>;

/** Serves with TLS if there is a certificate. */
function serving(certificate: Certificate | undefined): Serve {
  return async (handler, limits = {}) => {
    const [port = 0] = await findFreePorts(1);
    const connections = { inAll: 4_096, perAddress: null };
    const all = { requestTimeoutMs: 2_000, connections, certificate, ...limits };
    open.servers.push(await listen(handler, { host: '127.0.0.1', port }, all));
    return `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  };
}

const { certificate, key } = selfSigned();
const own: Certificate = {
  certificatePem: Buffer.from(certificate),
  keyPem: Buffer.from(key),
  expiresAt: new Date('2100-01-01'),
};
const kinds: readonly (readonly [string, Serve])[] = [
  ['HTTP', serving(undefined)],
  ['HTTPS', serving(own)],
];

async function connectTo(url: string): Promise<RawSocket> {
  const raw = await RawSocket.open(url);
  open.sockets.push(raw.socket);
  return raw;
}

describe.each(kinds)('a connection for %s', (_, serve) => {
  it('a connection carries one request at a time; a request that is sent before the previous response is not processed (fault 65)', async () => {
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

  it('is closed with an answer if the request does not arrive completely in time', async () => {
    const url = await serve((_request, response) => response.end('here'), { requestTimeoutMs: 300 });
    const answer = await RawSocket.exchange(url, 'GET / HTTP/1.1\r\nHost: ');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The request did not arrive completely in time.');
  });

  it('ends with the running response if the server stops, and an idle one does not wait for it', async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const url = await serve(({ url: path }, response) => {
      if (path === '/slow') begun.resolve(response);
      else response.end('at once');
    });
    const [busy, idle] = [await connectTo(url), await connectTo(url)];
    idle.socket.write(request('/'));
    await expect.poll(() => idle.received).toContain('at once');
    busy.socket.write(request('/slow'));
    const response = await begun.promise;
    const stopped = open.servers.pop()?.close();
    await idle.closed;
    await expect(RawSocket.open(url)).rejects.toThrow('ECONNREFUSED');
    response.end('finished');
    await Promise.all([stopped, busy.closed]);
    expect(busy.received).toMatch(/finished$/);
    expect(busy.received).toMatch(/connection: close/i);
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

describe.each(kinds)('a port for %s', (_, serve) => {
  it('a port closes connections beyond its limit for one address immediately, and accepts new ones when others have ended (fault 65)', async () => {
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

  it('a port closes connections beyond its limit for all addresses together (fault 65)', async () => {
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

describe('a port for HTTPS', () => {
  it('a port for HTTPS closes connections that do not finish the handshake in time (fault 65)', async () => {
    const url = await serving(own)(() => {}, { requestTimeoutMs: 300 });
    const raw = await connectTo(url.replace('https', 'http'));
    // Node.js itself would close the connection too, but only after two minutes.
    await expect.poll(() => raw.socket.closed).toBe(true);
    expect(raw.received).toBe('');
  });

  it('closes connections on which callers speak plain HTTP, and serves nothing', async () => {
    let served = 0;
    const url = await serving(own)((_request, response) => {
      served += 1;
      response.end();
    });
    const answer = await RawSocket.exchange(url.replace('https', 'http'), request('/'));
    expect(answer).not.toContain('HTTP/1.1');
    expect(served).toBe(0);
  });

  it.each([
    ['TLSv1.1', false],
    ['TLSv1.2', true],
    ['TLSv1.3', true],
  ] as const)('speaks %s: %s', async (version, speaks) => {
    const url = await serving(own)((_request, response) => response.end('here'));
    const versions = { minVersion: version, maxVersion: version } as const;
    // By default, the caller refuses old versions itself. This setting allows them.
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const socket = connect({
      port: Number(new URL(url).port),
      rejectUnauthorized: false,
      ciphers,
      ...versions,
    });
    open.sockets.push(socket);
    const outcome = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    expect(outcome).toBe(speaks);
  });
});

async function ask(url: string): Promise<string> {
  return RawSocket.exchange(url, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
}
