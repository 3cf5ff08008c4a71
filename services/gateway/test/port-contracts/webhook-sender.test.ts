import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HttpWebhookSender } from '../../src/adapters/outbound/webhooks/http-webhook-sender.ts';
import { type LookupAll, pinnedLookup } from '../../src/adapters/outbound/webhooks/pinned-lookup.ts';
import { privateHosts } from '../builders/private-addresses.ts';
import { ScriptedWebhookSender } from '../in-memory/scripted-webhook-sender.ts';
import { type ReceivedWebhook, webhookSenderContract } from './webhook-sender-contract.ts';

describe('the sender with simulated receivers', () => {
  const sender = new ScriptedWebhookSender();
  let count = 0;
  webhookSenderContract(() => ({
    sender,
    receiver: async (httpStatus, answer = '') => {
      count += 1;
      const url = `https://shop-${count}.example/hook`;
      const received: ReceivedWebhook[] = [];
      sender.receive(url, ({ headers, body }) => {
        received.push({ headers, body });
        return { kind: 'answered', httpStatus, retryAfterSeconds: null, answer };
      });
      return { url, received };
    },
    brokenReceiver: async () => {
      sender.receive('https://broken.example/hook', () => {
        throw new Error('broken');
      });
      return 'https://broken.example/hook';
    },
  }));
});

const servers: Server[] = [];

/** Starts a real receiver on this machine, and returns its address. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const message = (url: string) => ({ url, headers: {}, body: '{}' });

describe('the sender over HTTP', () => {
  const sender = new HttpWebhookSender('sandbox');
  // Senders with a short timeout, for receivers that answer late or never end their answer.
  const impatient = new HttpWebhookSender('sandbox', { timeoutMs: 400 });
  const timedOut = { kind: 'not_answered', error: 'no answer within 0.4 s' };
  const lessPatient = new HttpWebhookSender('sandbox', { timeoutMs: 1_500 });
  afterAll(() => Promise.all([sender, impatient, lessPatient].map((each) => each.close())));

  webhookSenderContract(() => ({
    sender,
    receiver: async (httpStatus, answer = '') => {
      const received: ReceivedWebhook[] = [];
      const url = await listening(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(httpStatus).end(answer);
      });
      return { url, received };
    },
    brokenReceiver: () => listening((request) => request.socket.destroy()),
  }));

  test('fault 44: the webhook sender gives up on a receiver that does not answer within the timeout', async () => {
    expect(await impatient.send(message(await listening(() => {})))).toEqual(timedOut);
  });

  test('fault 44: the webhook sender reads one KiB of an answer that never ends, then closes the connection', async () => {
    let isBroken = false;
    const url = await listening((_request, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => {
        isBroken = true;
        clearInterval(pour);
      });
    });
    // The timeout is longer than a test may take, so it cannot be what ends the call.
    const patient = new HttpWebhookSender('sandbox', { timeoutMs: 60_000 });
    expect(await patient.send(message(url))).toMatchObject({
      kind: 'answered',
      httpStatus: 200,
      answer: 'x'.repeat(1024),
    });
    await expect.poll(() => isBroken).toBe(true);
    await patient.close();
  });

  test.each([
    ['bytes of its headers', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'), 'x'],
    ['headers', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'), 'X-More: 1\r\n'],
    ['interim answers', () => {}, 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])(
    'fault 44: the webhook sender gives up on a receiver that keeps sending headers or interim answers without end: %s',
    async (_what, begin, drop) => {
      let isClosed = false;
      const url = await listening((request) => {
        const { socket } = request;
        begin(socket);
        const drip = setInterval(() => socket.write(drop), 20);
        socket.on('error', () => {});
        socket.once('close', () => {
          isClosed = true;
          clearInterval(drip);
        });
      });
      expect(await impatient.send(message(url))).toEqual(timedOut);
      await expect.poll(() => isClosed).toBe(true);
    },
  );

  test('fault 44: if an answer’s body arrives too slowly, the webhook sender uses the answer’s status and closes the connection at the timeout', async () => {
    let isClosed = false;
    const url = await listening((_request, response) => {
      response.writeHead(500);
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => {
        isClosed = true;
        clearInterval(drip);
      });
    });
    expect(await lessPatient.send(message(url))).toMatchObject({
      kind: 'answered',
      httpStatus: 500,
      // The part that arrived before the timeout, which is shorter than the KiB that is read of a complete answer.
      answer: expect.stringMatching(/^\.{1,1023}$/),
    });
    await expect.poll(() => isClosed).toBe(true);
  });

  test('uses the status of an answer whose body stalls', async () => {
    const url = await listening((_request, response) => {
      response.writeHead(200);
      response.write('thank');
    });
    expect(await lessPatient.send(message(url))).toMatchObject({
      kind: 'answered',
      httpStatus: 200,
      answer: 'thank',
    });
  });

  test('fault 44: the webhook sender does not follow a redirect', async () => {
    let isFollowed = false;
    const target = await listening((_request, response) => {
      isFollowed = true;
      response.end();
    });
    for (const httpStatus of [301, 302, 303, 307, 308]) {
      const url = await listening((_request, response) => {
        response.writeHead(httpStatus, { location: target }).end();
      });
      expect(await sender.send(message(url))).toMatchObject({ kind: 'answered', httpStatus });
    }
    expect(isFollowed).toBe(false);
  });

  test.each([
    ['seconds', () => '120', 120],
    ['zero', () => '0', 0],
    ['a date', () => new Date(Date.now() + 90_000).toUTCString(), 90],
    ['a date that is over', () => new Date(Date.now() - 90_000).toUTCString(), 0],
    ['nonsense', () => 'soon', null],
  ])('reads Retry-After as %s', async (_case, header, seconds) => {
    const url = await listening((_request, response) => {
      response.writeHead(429, { 'retry-after': header() }).end();
    });
    const answer = await sender.send(message(url));
    if (answer.kind !== 'answered') throw new Error(answer.error);
    if (seconds === null) expect(answer.retryAfterSeconds).toBeNull();
    else expect(Math.abs((answer.retryAfterSeconds ?? -9) - seconds)).toBeLessThanOrEqual(2);
  });

  test.each(['not an address', 'ftp://shop.example/', 'javascript:1', 'http://shop.example/', ''])(
    'refuses %j without throwing',
    async (url) => {
      expect(await sender.send(message(url))).toMatchObject({ kind: 'not_answered' });
    },
  );
});

describe('the webhook sender connects to no private or special address (fault 45)', () => {
  let connections = 0;
  const watch = (published: unknown) => {
    (published as { socket: Socket }).socket.on('connect', () => {
      connections += 1;
    });
  };
  const privately: LookupAll = (_hostname, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  let port: number;
  let listener: Server;

  beforeAll(async () => {
    subscribe('net.client.socket', watch);
    listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    port = (listener.address() as AddressInfo).port;
  });
  afterAll(() => {
    unsubscribe('net.client.socket', watch);
    listener.close();
  });

  test('the watch would notice a connection', async () => {
    connections = 0;
    const sender = new HttpWebhookSender('sandbox');
    await sender.send(message(await listening((request) => request.socket.destroy())));
    await sender.close();
    expect(connections).toBe(1);
  });

  test(`are refused in ${privateHosts.length} spellings without a connection`, async () => {
    expect(privateHosts.length).toBeGreaterThanOrEqual(150);
    connections = 0;
    const sender = new HttpWebhookSender('production', { lookupAll: privately });
    for (const host of privateHosts) {
      const answer = await sender.send(message(`https://${host}:${port}/hook`));
      expect(answer, host).toEqual({
        kind: 'not_answered',
        error: expect.stringMatching(/is not a public address|must be an absolute https address/),
      });
    }
    await sender.close();
    expect(connections).toBe(0);
  });

  test('are refused in the sandbox too, except this machine’s own name and address', async () => {
    connections = 0;
    const sender = new HttpWebhookSender('sandbox', { lookupAll: privately });
    const isThisMachine = (host: string) => {
      const { hostname } = new URL(`https://${host}/`);
      return hostname === 'localhost' || /^127\.|^\[::1\]$|^\[::ffff:7f/.test(hostname);
    };
    const elsewhere = privateHosts.filter((host) => URL.canParse(`https://${host}/`) && !isThisMachine(host));
    expect(elsewhere.length).toBeGreaterThan(120);
    for (const host of elsewhere) {
      const answer = await sender.send(message(`https://${host}:${port}/hook`));
      expect(answer, host).toMatchObject({
        kind: 'not_answered',
        error: expect.stringMatching(/not a public address/),
      });
    }
    await sender.close();
    expect(connections).toBe(0);
  });
});

describe('the webhook sender connects only to the address that it has checked, even if the host name resolves to another address meanwhile (fault 46)', () => {
  const publicAddress = { address: '8.8.8.8', family: 4 };
  const privateAddress = { address: '127.0.0.1', family: 4 };

  function answering(...answers: readonly (readonly (typeof publicAddress)[])[]) {
    let asked = 0;
    const lookupAll: LookupAll = (_hostname, callback) => {
      asked += 1;
      callback(null, answers[Math.min(asked, answers.length) - 1] ?? []);
    };
    return { lookupAll, asked: () => asked };
  }

  function look(lookupAll: LookupAll, options: { readonly all?: boolean }): Promise<unknown> {
    return new Promise((resolve) => {
      pinnedLookup(false, lookupAll)('shop.example', options, (error, address) => resolve(error ?? address));
    });
  }

  test('is resolved once and connected to at the checked address', async () => {
    for (const all of [true, false]) {
      const { lookupAll, asked } = answering([publicAddress], [privateAddress]);
      expect(await look(lookupAll, { all })).toEqual(all ? [publicAddress] : '8.8.8.8');
      expect(asked()).toBe(1);
    }
  });

  test.each([
    ['a private address', [[privateAddress]]],
    ['a private one beside a public one', [[publicAddress, privateAddress]]],
    ['a public one beside a private one', [[privateAddress, publicAddress]]],
    ['nothing', [[]]],
  ])('is refused when it answers %s', async (_case, answers) => {
    for (const all of [true, false]) {
      expect(await look(answering(...answers).lookupAll, { all })).toMatchObject({
        name: 'RefusedAddressError',
      });
    }
  });

  test('is checked again for each connection', async () => {
    const received: string[] = [];
    const url = await listening((request, response) => {
      received.push(request.url ?? '');
      response.writeHead(200, { connection: 'close' }).end();
    });
    const { lookupAll, asked } = answering([privateAddress], [{ address: '10.0.0.1', family: 4 }]);
    const sender = new HttpWebhookSender('sandbox', { lookupAll });
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await sender.send(message(named))).toMatchObject({ kind: 'answered', httpStatus: 200 });
    expect(asked()).toBe(1);
    expect(await sender.send(message(named))).toMatchObject({ kind: 'not_answered' });
    expect(received).toHaveLength(1);
    await sender.close();
  });

  test('that cannot be resolved gets no answer', async () => {
    const lookupAll: LookupAll = (_hostname, callback) => callback(new Error('ENOTFOUND'), []);
    const sender = new HttpWebhookSender('production', { lookupAll });
    expect(await sender.send(message('https://shop.example/'))).toEqual({
      kind: 'not_answered',
      error: 'ENOTFOUND',
    });
    await sender.close();
  });
});
