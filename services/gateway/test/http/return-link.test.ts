import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CheckoutClient, cardOf } from './support/checkout-client.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, pressButton } from './support/gateway-bench.ts';
import { type HttpAnswer, send } from './support/http-call.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { MovableClock } from './support/movable-clock.ts';

const clock = new MovableClock();
let bench: GatewayBench;
let merchant: MerchantAccount;
let checkout: CheckoutClient;
const ownPage = 'https://shop.example/pay?step=2';
beforeAll(async () => {
  bench = await GatewayBench.start({ replacements: { clock } });
  merchant = await bench.onboard();
});
beforeEach(async () => {
  await allow(['https://shop.example']);
  checkout = await merchant.openCheckout();
});
afterEach(() => clock.run());
afterAll(() => bench.stop());

function allow(origins: readonly string[]) {
  return bench.admin('POST', `/admin/merchants/${merchant.merchantId}/origins`, {
    allowed_origins: origins,
  });
}

/**
 * Opens an attempt. Returns its return link, which leads to a page of the merchant if one is given, and otherwise to the
 * cashier.
 */
async function linkOf(returnUrl?: string): Promise<string> {
  return (await checkout.initialised('card', returnUrl)).returnUrl ?? '';
}

/** Requests a return link as a browser does, in a window or in a frame. */
function follow(link: string, destination = 'document'): Promise<HttpAnswer> {
  const { pathname, search } = new URL(link);
  return send(bench.main.checkoutUrl, {
    method: 'GET',
    target: pathname + search,
    headers: { 'sec-fetch-dest': destination },
  });
}

describe('the link back from the processor', () => {
  it('leads a window to the cashier, with a session that opens this order', async () => {
    const answer = await follow(await linkOf());
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const [page, rest = ''] = String(answer.headers.location).split('#session=');
    const [session = '', returned] = rest.split('&');
    expect(returned).toBe('returned=1');
    expect(page).toBe(`${bench.main.checkoutUrl}/checkout/${checkout.orderId}`);
    const again = new CheckoutClient({ ...checkout, session, baseUrl: bench.main.checkoutUrl });
    expect((await again.order()).order_id).toBe(checkout.orderId);
  });

  it('leads a window to the merchant’s own page when the payment began there', async () => {
    const answer = await follow(await linkOf(ownPage));
    expect([answer.status, answer.headers.location]).toEqual([303, ownPage]);
  });

  it('gives a frame a page with the target address, which the merchant’s pages and the cashier may show', async () => {
    const answer = await follow(await linkOf(ownPage), 'iframe');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.text).toContain('href="https://shop.example/pay?step=2"');
    expect(answer.text).not.toContain('kassa-target');
    expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self' https://shop.example",
    ]);
  });

  it('puts no address into the page as markup', async () => {
    const answer = await follow(await linkOf('https://shop.example/?a="><script>x</script>&b=\'1'), 'iframe');
    expect(answer.text).not.toMatch(/<script>x|a="><|'1"/);
    expect(answer.text).toContain('href="https://shop.example/?a=%22%3E%3Cscript%3Ex%3C/script%3E&amp;b=');
  });

  it('leads to the page that asked last: another tab’s, or another page of the shop', async () => {
    await linkOf(ownPage);
    const other = await linkOf('https://shop.example/other');
    expect((await follow(other)).headers.location).toBe('https://shop.example/other');
    expect((await follow(await linkOf())).headers.location).toContain(
      `/checkout/${checkout.orderId}#session=`,
    );
  });

  it('ignores what a processor adds to it', async () => {
    const link = `${await linkOf()}&payment_intent=pi_1&redirect_status=succeeded&target=https://evil.example`;
    const answer = await follow(link);
    expect(answer.headers.location).toContain(
      `${bench.main.checkoutUrl}/checkout/${checkout.orderId}#session=`,
    );
  });

  it('goes to the cashier once the merchant’s origin is no longer allowed', async () => {
    const link = await linkOf(ownPage);
    await allow([]);
    expect((await follow(link)).headers.location).toContain(`/checkout/${checkout.orderId}#session=`);
  });

  it('is where the processor really sends the consumer, and it never holds the session', async () => {
    const link = await linkOf();
    const { paymentUrl } = await checkout.submitted(cardOf('4000000000003220'));
    const pressed = await pressButton(paymentUrl, 'approve');
    expect(pressed.headers.location).toBe(link);
    const payments = await bench.processorDatabase.collection('payments').find({}).toArray();
    expect(JSON.stringify(payments)).not.toContain(checkout.session);
    expect(JSON.stringify(payments)).toContain(link);
  });
});

describe('a forged return link gets the same answer as an unknown order (fault 36)', () => {
  async function answersAsUnknown(link: string) {
    const unknown = await send(bench.main.checkoutUrl, {
      method: 'GET',
      target: `/checkout/ord_${'0'.repeat(32)}`,
    });
    for (const destination of ['document', 'iframe']) {
      const answer = await follow(link, destination);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.text).toBe(unknown.text);
      expect(answer.headers['content-security-policy']).toBe(unknown.headers['content-security-policy']);
    }
  }

  it.each([
    ['without its key', (link: string) => link.slice(0, link.indexOf('?'))],
    ['with an empty key', (link: string) => link.replace(/key=.*$/, 'key=')],
    [
      'with the last character changed',
      (link: string) => link.slice(0, -1) + (link.endsWith('A') ? 'E' : 'A'),
    ],
    ['with another expiry', (link: string) => link.replace(/key=[^.]+/, 'key=zzzzzz')],
    ['with its key twice', (link: string) => `${link}&key=x`],
    ['of another attempt', (link: string) => link.replace(/_1\?/, '_2?')],
    ['of another order', (link: string) => link.replaceAll(/ord_[0-9a-f]{32}/g, `ord_${'0'.repeat(32)}`)],
  ])('is answered like an unknown order: %s', async (_case, forge) => {
    await answersAsUnknown(forge(await linkOf(ownPage)));
  });

  it('is answered like an unknown order: with the session for its key', async () => {
    const link = await linkOf(ownPage);
    await answersAsUnknown(link.replace(/key=.*$/, `key=${checkout.session}`));
  });

  it('has a key that does not open the order as a session does', async () => {
    const session = new URL(await linkOf()).searchParams.get('key') ?? '';
    const intruder = new CheckoutClient({ ...checkout, session, baseUrl: bench.main.checkoutUrl });
    const answer = await intruder.get(`/api/web/checkout/order?orderId=${checkout.orderId}`);
    expect(answer.msg).toBe('SESSION_INVALID');
  });

  it('is answered like an unknown order: a day after the order’s end', async () => {
    const link = await linkOf(ownPage);
    clock.stopAt(new Date(Date.now() + (24 * 60 + 31) * 60_000));
    await answersAsUnknown(link);
  });
});

describe('a return page outside the merchant’s origins is refused (fault 37)', () => {
  it.each([
    ['another site', 'https://evil.example/'],
    ['a site that begins like the shop', 'https://shop.example.evil.example/'],
    ['the shop without TLS', 'http://shop.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a user before the host', 'https://shop.example@evil.example/'],
    ['no address', '//shop.example/'],
    ['another port', 'https://shop.example:8443/'],
  ])('is refused when it is %s, and nothing is opened', async (_case, returnUrl) => {
    expect(refusalOf(await checkout.init('card', returnUrl))).toEqual({
      msg: 'INVALID_REQUEST',
      fields: ['returnUrl'],
    });
    expect((await merchant.query(checkout.orderId)).state).toBe('INIT');
  });

  it('can be on the developer’s own machine in the sandbox', async () => {
    const answer = await follow(await linkOf('http://localhost:5173/pay'));
    expect(answer.headers.location).toBe('http://localhost:5173/pay');
  });
});
