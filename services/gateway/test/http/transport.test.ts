import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longTest } from '../../../../infra/test-run/src/long-test.ts';
import { openEnvelope, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { createPath, type MerchantAccount, paymentOf, paymentQueryPath } from './support/merchant-account.ts';
import { RawSocket } from './support/raw-socket.ts';

const REQUEST_TIMEOUT_SECONDS = 2;
const DRIP_EVERY_MS = 200;
const MIB = 1024 * 1024;

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start({
    variables: {
      KASSA_REQUEST_TIMEOUT_SECONDS: String(REQUEST_TIMEOUT_SECONDS),
      KASSA_OPERATIONS_NAMES: 'Ops.pay.internal',
    },
  });
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

/** Every path that takes a body, with the server that serves the path. */
const bodyPaths = [
  { path: createPath, server: 'merchantUrl' },
  { path: '/api/webhook/Sandbox', server: 'merchantUrl' },
  { path: '/api/web/checkout/init', server: 'checkoutUrl' },
  { path: '/api/web/payment/submit', server: 'checkoutUrl' },
] as const;

describe.each(bodyPaths)('a body for $path', ({ path, server }) => {
  // These bodies wait until the gateway closes the connection, for seconds. `npm test` sends each of them to one path of a
  // server.
  const largeTest = path === createPath || path === '/api/web/checkout/init' ? it : longTest;

  const post = async (headers: Record<string, string>, body: string | Uint8Array) =>
    openEnvelope(await send(bench.main[server], { method: 'POST', target: path, headers, body }));

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/jsonp' },
    {},
  ])('a body whose content type is not JSON is refused (fault 31): %o', async (headers) => {
    expect((await post(headers, '{}')).msg).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip'])(
    'a compressed or otherwise encoded body is refused without reading it (fault 31): %s',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(MIB));
      const refused = await post({ 'content-type': 'application/json', 'content-encoding': encoding }, bomb);
      expect(refused.msg).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  largeTest('a body of 1 GiB is refused as soon as its headers announce the length (fault 31)', async () => {
    const answer = await RawSocket.exchange(
      bench.main[server],
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"msg":"PAYLOAD_TOO_LARGE"');
  });

  largeTest(
    'a body that never ends is refused as soon as it is too large, and memory stays flat (fault 31)',
    async () => {
      const raw = await RawSocket.open(bench.main[server]);
      raw.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const piece = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;
      const heapBefore = process.memoryUsage().rss;
      // Try to send a GiB. The gateway may close the connection before.
      for (let sent = 0; sent < 1024 && raw.socket.writable; sent += 1) {
        if (!raw.socket.write(piece))
          await Promise.race([once(raw.socket, 'drain').catch(() => {}), raw.closed]);
      }
      await raw.closed;
      expect(raw.status).toBe(413);
      expect(process.memoryUsage().rss - heapBefore).toBeLessThan(64 * MIB);
    },
  );
});

describe('a body of exactly the allowed size', () => {
  it('passes, and one byte more is refused, to a client that reads the answer', async () => {
    const { merchant_transaction_id: _number, ...rest } = paymentOf();
    const bodyOf = (bytes: number) => {
      const text = JSON.stringify({ ...rest, merchant_transaction_id: 'size', padding: '' });
      return text.replace('"padding":""', `"padding":"${'p'.repeat(bytes - text.length)}"`);
    };
    expect(refusalOf(await merchant.client.call('POST', createPath, bodyOf(65_536)))).toEqual({
      msg: 'INVALID_REQUEST',
      fields: ['padding'],
    });
    for (const bytes of [65_537, 200_000, 5 * MIB]) {
      expect((await merchant.client.call('POST', createPath, bodyOf(bytes))).msg).toBe('PAYLOAD_TOO_LARGE');
    }
  });

  it('may come in chunks', async () => {
    const body = JSON.stringify(paymentOf());
    const headers = (text?: string) =>
      Object.entries(
        merchant.client.headersFor(
          text === undefined ? 'GET' : 'POST',
          text === undefined ? `${paymentQueryPath}/none` : createPath,
          text,
        ),
      )
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
    const chunked = 'Host: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n';
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
    const posted = await RawSocket.exchange(
      bench.main.merchantUrl,
      `POST ${createPath} HTTP/1.1\r\n${chunked}${headers(body)}\r\n${chunks}0\r\n\r\n`,
    );
    expect(posted).toMatch(/^HTTP\/1\.1 200 /);
    const got = await RawSocket.exchange(
      bench.main.merchantUrl,
      `GET ${paymentQueryPath}/none HTTP/1.1\r\n${chunked}${headers()}\r\n0\r\n\r\n`,
    );
    expect(got).toContain('ORDER_NOT_FOUND');
  });
});

describe('a slow sender', () => {
  it('even three hundred slow senders are cut off at the time limit for a request, while other callers are served (fault 32)', async () => {
    const beginnings = [
      '',
      'POST /api/merch',
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nX-Slow: `,
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ];
    const sockets = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const raw = await RawSocket.open(index % 2 === 0 ? bench.main.merchantUrl : bench.main.checkoutUrl);
        raw.socket.write(beginnings[index % beginnings.length] ?? '');
        return raw;
      }),
    );
    let drips = 0;
    // Sending one more byte now and then must not give a sender more time.
    const drip = setInterval(() => {
      drips += 1;
      for (const { socket } of sockets) if (socket.writable) socket.write('1');
    }, DRIP_EVERY_MS);
    const cutOff = Promise.all(sockets.map(({ closed }) => closed)).then(() => clearInterval(drip));
    expect((await merchant.create()).msg).toBe('success');
    await cutOff;
    // The senders are cut off after the timeout, plus the interval at which Node.js checks connections. The test counts sent
    // bytes instead of measuring time, because a machine that stands still sends no bytes. The limit leaves room for a slow
    // machine: senders that gained time with each byte would never be cut off.
    expect(drips).toBeLessThan((5 * REQUEST_TIMEOUT_SECONDS * 1000) / DRIP_EVERY_MS);
    expect((await merchant.create()).msg).toBe('success');
  });
});

describe('an invalid HTTP request', () => {
  const close = 'Connection: close\r\n';

  it.each([
    [
      'two lengths',
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a negative length', `POST ${createPath} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`],
    ['a space in a header name', `GET ${createPath} HTTP/1.1\r\nHost : x\r\n\r\n`],
    ['a bare line feed in a header', `GET ${createPath} HTTP/1.1\r\nHost: x\r\nX-A: b\nX-C: d\r\n\r\n`],
    ['a folded header', `GET ${createPath} HTTP/1.1\r\nHost: x\r\n X-A: b\r\n\r\n`],
    ['an unknown method', `BREW ${createPath} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an unknown version', `GET ${createPath} HTTP/7.3\r\nHost: x\r\n\r\n`],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['17 KiB of headers', `GET ${createPath} HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['17 KiB of path', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('because of %s is answered 400 in the envelope', async (_what, text) => {
    const answer = await RawSocket.exchange(bench.main.merchantUrl, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    expect(
      openEnvelope({
        call: { method: '', target: '' },
        status: 400,
        headers,
        text: body,
        bytes: Buffer.from(body),
      }).msg,
    ).toBe('INVALID_REQUEST');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('the operations port refuses a call with a foreign, a broken, a second or no Host header (fault 76)', async () => {
    const refused = [
      'Host: evil.example:10040\r\n',
      'Host: 127.0.0.1.evil.example\r\n',
      'Host: localhost:1:2\r\n',
      'Host: localhost\r\nHost: localhost\r\n',
      '',
    ];
    for (const hosts of refused) {
      const text = `GET /health/live HTTP/1.1\r\n${hosts}${close}\r\n`;
      const answer = await RawSocket.exchange(bench.main.operationsUrl, text);
      expect([hosts, answer.split('\r\n')[0]]).toEqual([hosts, 'HTTP/1.1 400 Bad Request']);
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
      expect(answer).toContain('"msg":"INVALID_REQUEST"');
    }
  });

  it.each([
    ['localhost', `GET /health/live HTTP/1.1\r\nHost: LocalHost:10040\r\n${close}\r\n`],
    ['an address', `GET /health/live HTTP/1.1\r\nHost: 10.1.2.3:10040\r\n${close}\r\n`],
    ['an IPv6 address', `GET /health/live HTTP/1.1\r\nHost: [::1]:10040\r\n${close}\r\n`],
    ['a name that the operator lists', `GET /health/live HTTP/1.1\r\nHost: ops.pay.internal\r\n${close}\r\n`],
    ['an old health check', 'GET /health/live HTTP/1.0\r\n\r\n'],
    ['an unknown expectation', `GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n${close}\r\n`],
  ])('the operations port answers %s, with all headers', async (_what, text) => {
    const answer = await RawSocket.exchange(bench.main.operationsUrl, text);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('a request with two Host headers is refused on the merchants’ port too', async () => {
    const text = `GET ${createPath} HTTP/1.1\r\nHost: x\r\nHost: y\r\n${close}\r\n`;
    expect(await RawSocket.exchange(bench.main.merchantUrl, text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['another server’s address', `GET http://evil.example${createPath} HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['no slash', `GET api HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['two slashes', `GET //evil.example/ HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['only a query', `GET ?a=b HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a broken escape', `GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a backslash', `GET /\\..\\..\\etc HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['dots', `GET /api/../../etc/passwd HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a fragment', `GET /api#x HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['bytes beyond ASCII', `GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a double question mark', `GET ${paymentQueryPath}/x??a=b HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    [
      'an upgrade',
      `GET ${createPath} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    ],
    [
      'an expectation',
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nContent-Length: 0\r\n${close}\r\n`,
    ],
    ['a connect', `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    [
      'an unknown transfer encoding',
      `POST ${createPath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: cats\r\n\r\n`,
    ],
    ['no host', `GET ${createPath} HTTP/1.1\r\n${close}\r\n`],
    ['an empty host', `GET ${createPath} HTTP/1.1\r\nHost:\r\n${close}\r\n`],
  ])('with %s as its target or expectation never makes the gateway fail', async (_what, text) => {
    for (const url of [bench.main.merchantUrl, bench.main.checkoutUrl, bench.main.operationsUrl]) {
      const raw = await RawSocket.open(url);
      raw.socket.write(Buffer.from(text, 'latin1'));
      await raw.closed;
      if (raw.received !== '') expect(raw.status).toBeLessThan(500);
      expect(raw.received).not.toMatch(/ at .*:\d+:\d+|node_modules/);
    }
    expect((await merchant.create()).msg).toBe('success');
  });

  it('after a valid one on the same connection does not replace that one’s answer', async () => {
    const headers = Object.entries(merchant.client.headersFor('GET', `${paymentQueryPath}/none`, undefined))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const answer = await RawSocket.exchange(
      bench.main.merchantUrl,
      `GET ${paymentQueryPath}/none HTTP/1.1\r\nHost: x\r\n${headers}\r\nBREW / HTTP/1.1\r\n\r\n`,
    );
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a path', () => {
  it.each([
    ['merchantUrl', 'GET', createPath, 'POST'],
    ['merchantUrl', 'HEAD', createPath, 'POST'],
    ['merchantUrl', 'DELETE', createPath, 'POST'],
    ['merchantUrl', 'PROPFIND', createPath, 'POST'],
    ['merchantUrl', 'TRACE', createPath, 'POST'],
    ['merchantUrl', 'POST', `${paymentQueryPath}/T1`, 'GET, HEAD'],
    ['merchantUrl', 'GET', '/api/webhook/Sandbox', 'POST'],
    ['checkoutUrl', 'GET', '/api/web/payment/submit', 'POST'],
    ['checkoutUrl', 'POST', '/api/web/payment/status', 'GET, HEAD'],
    ['operationsUrl', 'DELETE', '/health/live', 'GET, HEAD'],
  ] as const)(
    'on %s with the method %s (%s) is answered 405 with what is allowed',
    async (server, method, target, allow) => {
      const answer = await send(bench.main[server], { method, target });
      expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
      if (method !== 'HEAD') expect(openEnvelope(answer).msg).toBe('METHOD_NOT_ALLOWED');
      const asked = await send(bench.main[server], { method: 'OPTIONS', target });
      expect([asked.status, asked.headers.allow]).toEqual([204, allow]);
    },
  );

  it.each([
    ['merchantUrl', 'GET', '/'],
    ['merchantUrl', 'POST', '/api/merchant/payment/creat'],
    ['merchantUrl', 'POST', '/API/merchant/payment/create/x'],
    ['merchantUrl', 'PROPFIND', '/nothing'],
    ['merchantUrl', 'GET', paymentQueryPath],
    ['checkoutUrl', 'GET', '/api/web/nothing'],
    ['checkoutUrl', 'GET', '/assets/constructor'],
    ['checkoutUrl', 'GET', '/assets/..%2f..%2fpackage.json'],
    ['operationsUrl', 'GET', '/admin/nothing'],
  ] as const)('on %s that does not exist (%s %s) is answered 404', async (server, method, target) => {
    expect(openEnvelope(await send(bench.main[server], { method, target })).msg).toBe('NOT_FOUND');
  });

  it('that is requested with HEAD is answered without a body', async () => {
    const answer = await merchant.client.callRaw('HEAD', `${paymentQueryPath}/none`);
    expect([answer.status, answer.text]).toEqual([404, '']);
  });
});
