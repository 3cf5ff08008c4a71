import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Context } from 'koa';
import { expect, test } from 'vitest';
import { secureTransport } from '../../src/adapters/inbound/http/middleware/secure-transport.ts';

const tls = new TLSSocket(new Socket());
const plain = new Socket();

/** Whether a request passes in production. */
async function passes(trustedProxies: number, socket: Socket, forwardedProto: string): Promise<boolean> {
  const ctx = { req: { socket }, get: () => forwardedProto, set: () => {} } as unknown as Context;
  const middleware = secureTransport({ requiresHttps: true, trustedProxies });
  try {
    await middleware(ctx, async () => {});
    return true;
  } catch (error) {
    expect(String(error)).toContain('HTTPS_REQUIRED');
    return false;
  }
}

test.each<[string, number, Socket, string, boolean]>([
  ['a caller who connects by TLS passes', 0, tls, '', true],
  ['a caller who connects without TLS does not pass', 0, plain, '', false],
  ['a caller cannot claim HTTPS', 0, plain, 'https', false],
  ['a proxy’s word that the caller used HTTPS counts', 1, plain, 'https', true],
  [
    'a proxy’s word that the caller used HTTP counts, even if the proxy connects by TLS',
    1,
    tls,
    'http',
    false,
  ],
  ['a proxy that connects by TLS must say what the caller used', 1, tls, '', false],
])('%s', async (_, trustedProxies, socket, forwardedProto, expected) => {
  expect(await passes(trustedProxies, socket, forwardedProto)).toBe(expected);
});
