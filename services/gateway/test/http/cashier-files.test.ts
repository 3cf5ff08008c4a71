import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

describe('the hosted cashier', () => {
  const fetchAs = (target: string, accepted: string) =>
    send(bench.main.checkoutUrl, { method: 'GET', target, headers: { 'accept-encoding': accepted } });

  it('the cashier loads only its own files and the processor’s, and sends no Referer (fault 43)', async () => {
    const page = await send(bench.main.checkoutUrl, { method: 'GET', target: '/checkout/ord_x' });
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const processor = bench.processor.baseUrl;
    expect(String(page.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${processor}`,
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      `frame-src 'self' ${processor}`,
      "font-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|\sstyle=/i);
  });

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)(
    'is sent in the smallest encoding that the browser accepts: %s',
    async (encoding, accepted, unpack) => {
      const plain = await fetchAs('/checkout/ord_x', 'identity');
      const packed = await fetchAs('/checkout/ord_x', accepted);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toBe('Accept-Encoding');
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      expect(packed.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
      expect((await fetchAs('/index.html.br', 'identity')).status).toBe(404);
    },
  );

  it('sends a file once, and then only confirms that it is unchanged', async () => {
    const icon = await send(bench.main.checkoutUrl, { method: 'GET', target: '/icons/card.svg' });
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    const headers = { 'if-none-match': String(icon.headers.etag) };
    const again = await send(bench.main.checkoutUrl, { method: 'GET', target: '/icons/card.svg', headers });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
