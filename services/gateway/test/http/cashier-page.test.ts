import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayBench } from './support/gateway-bench.ts';
import { type HttpAnswer, send } from './support/http-call.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

let bench: GatewayBench;
let merchant: MerchantAccount;
const origins = ['https://shop.example', 'http://localhost:5173'];
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

function allow(allowed: readonly string[], { merchantId } = merchant) {
  return bench.admin('POST', `/admin/merchants/${merchantId}/origins`, { allowed_origins: allowed });
}

function get(target: string): Promise<HttpAnswer> {
  return send(bench.main.checkoutUrl, { method: 'GET', target });
}

function ancestorsOf({ headers }: HttpAnswer): string | undefined {
  return String(headers['content-security-policy'])
    .split('; ')
    .find((directive) => directive.startsWith('frame-ancestors'));
}

describe('the cashier’s page in a frame', () => {
  it('only the merchant’s current origins may frame the cashier (fault 42)', async () => {
    const { orderId } = await merchant.openCheckout();
    await allow([]);
    expect(ancestorsOf(await get(`/checkout/${orderId}`))).toBe("frame-ancestors 'none'");
    await allow(origins);
    const page = await get(`/checkout/${orderId}`);
    expect(ancestorsOf(page)).toBe(`frame-ancestors ${origins.join(' ')}`);
    // The header `X-Frame-Options` can name only one address, so it would contradict the content security policy.
    expect(page.headers).not.toHaveProperty('x-frame-options');
  });

  it('depends on one merchant’s origins only', async () => {
    await allow(origins);
    const { orderId } = await (await bench.onboard()).openCheckout();
    expect(ancestorsOf(await get(`/checkout/${orderId}`))).toBe("frame-ancestors 'none'");
  });

  it.each(['ord_x', `ord_${'0'.repeat(32)}`, '__proto__', '%7B%22$gt%22:%22%22%7D'])(
    'is refused for an order that does not exist (%s), with the same page',
    async (orderId) => {
      const known = await merchant.openCheckout();
      await allow([]);
      const [unknownPage, page] = [
        await get(`/checkout/${orderId}`),
        await get(`/checkout/${known.orderId}`),
      ];
      expect(unknownPage.status).toBe(200);
      expect(unknownPage.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
      expect(unknownPage.text).toBe(page.text);
    },
  );

  it('is not served from a copy that was made under another policy', async () => {
    const { orderId } = await merchant.openCheckout();
    await allow([]);
    const { headers } = await get(`/checkout/${orderId}`);
    await allow(origins);
    const again = await send(bench.main.checkoutUrl, {
      method: 'GET',
      target: `/checkout/${orderId}`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(200);
    expect(ancestorsOf(again)).toBe(`frame-ancestors ${origins.join(' ')}`);
  });

  it('is served without a lookup of its order beyond the rate of a client address, whether the order exists or not', async () => {
    const limited = await bench.startAnother({
      variables: {
        KASSA_CHECKOUT_RATE_PER_SECOND: '1',
        KASSA_CHECKOUT_RATE_BURST: '4',
        KASSA_TRUSTED_PROXIES: '1',
      },
    });
    await allow(origins);
    const { orderId } = await merchant.openCheckout();
    const pageOf = (id: string, address: string) =>
      send(limited.checkoutUrl, {
        method: 'GET',
        target: `/checkout/${id}`,
        headers: { 'x-forwarded-for': address },
      });
    const framed = `frame-ancestors ${origins.join(' ')}`;
    expect(ancestorsOf(await pageOf(orderId, '203.0.113.7'))).toBe(framed);
    await Promise.all(Array.from({ length: 8 }, () => pageOf(`ord_${'0'.repeat(32)}`, '203.0.113.7')));
    const [known, unknown] = [
      await pageOf(orderId, '203.0.113.7'),
      await pageOf(`ord_${'0'.repeat(32)}`, '203.0.113.7'),
    ];
    expect([known.status, ancestorsOf(known)]).toEqual([200, "frame-ancestors 'none'"]);
    expect(known.headers['content-security-policy']).toBe(unknown.headers['content-security-policy']);
    expect(known.text).toBe(unknown.text);
    expect(ancestorsOf(await pageOf(orderId, '203.0.113.8'))).toBe(framed);
  });

  it('is served only by its own route: the built files are not pages', async () => {
    for (const file of ['/index.html', '/fields.html', '/return.html'])
      expect((await get(file)).status).toBe(404);
  });
});

describe('the page with card fields', () => {
  it('only the merchant’s current origins may frame the card fields, and the frame loads scripts only from the gateway and calls only the gateway (fault 64)', async () => {
    const { orderId } = await merchant.openCheckout();
    await allow(origins);
    const page = await get(`/checkout/${orderId}/fields`);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers).not.toHaveProperty('x-frame-options');
    expect(String(page.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'none'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${origins.join(' ')}`,
    ]);
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|\sstyle=/i);
    await allow([]);
    expect(ancestorsOf(await get(`/checkout/${orderId}/fields`))).toBe("frame-ancestors 'none'");
  });

  it('is the same for an order that does not exist, and no site may frame it', async () => {
    await allow(origins);
    const unknown = await get(`/checkout/ord_${'0'.repeat(32)}/fields`);
    expect([unknown.status, ancestorsOf(unknown)]).toEqual([200, "frame-ancestors 'none'"]);
  });
});
