import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Kassa } from '@kassa/sdk-node';
import { signTestEvent } from '@kassa/sdk-node/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Demo } from '../src/index.ts';
import { DemoWorld } from './support/demo-world.ts';
import { payOrder, submitWallet } from './support/pay-order.ts';

let world: DemoWorld;
let demo: Demo;
let shop: string;

beforeAll(async () => {
  world = await DemoWorld.open();
  demo = await world.start();
  shop = demo.shopUrl;
});
afterAll(() => world.close());

async function page(path: string): Promise<string> {
  return (await fetch(shop + path)).text();
}

function send(path: string, form: Record<string, string>, origin = shop): Promise<Response> {
  return fetch(shop + path, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

/** Presses Buy. Returns the order's number and the address on which to pay. */
async function buy(quantity = 1): Promise<{ number: string; payUrl: string }> {
  const response = await send('/buy', { quantity: String(quantity) });
  expect(response.status).toBe(303);
  const [number = ''] = /shop-[0-9]{8}-[0-9a-f]+/.exec(await page('/orders')) ?? [];
  return { number, payUrl: response.headers.get('location') ?? '' };
}

/** Returns the part of the orders page that shows one order. */
async function orderRow(number: string): Promise<string> {
  const rows = (await page('/orders')).split('<li class="panel order"');
  return rows.find((row) => row.startsWith(` id="order-${number}"`)) ?? '';
}

async function untilRowSays(number: string, text: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const row = await orderRow(number);
      expect(row).toContain(text);
      return row;
    },
    { timeout: 90_000, interval: 50 },
  );
}

describe('buying', () => {
  test('leads to the cashier, and the order’s events arrive verified and it can be refunded in parts', async () => {
    const { number, payUrl } = await buy(2);
    expect(payUrl).toContain(`${demo.facts.checkout_base_url}/checkout/ord_`);
    await untilRowSays(number, 'Not paid yet');
    await payOrder(payUrl);
    expect(await untilRowSays(number, 'Paid')).toContain('$29.00');

    expect((await send(`/orders/${number}/refund`, { what: 'part', amount: '9.5' })).status).toBe(303);
    expect(await untilRowSays(number, 'Partly refunded')).toContain('<strong>$9.50</strong> refunded');
    expect((await send(`/orders/${number}/refund`, { what: 'rest' })).status).toBe(303);
    expect(await untilRowSays(number, 'badge-quiet">Refunded')).toContain('<strong>$19.50</strong> refunded');

    const listed = [
      ...(await page('/')).matchAll(/class="event-type">([a-z.]+)<[\s\S]*?class="event-order">([^<]+)</g),
    ]
      .filter(([, , order]) => order === number)
      .map(([, type]) => type);
    expect(listed).toEqual([
      'order.refund.succeeded',
      'order.refund.succeeded',
      'order.payment.succeeded',
      'order.payment.processing',
    ]);
  });

  test('shows why a payment failed', async () => {
    const { number, payUrl } = await buy();
    await payOrder(payUrl, '4000000000000002');
    const row = await untilRowSays(number, 'Payment failed');
    expect(row).toContain('Open the cashier');
    expect(await page(`/thank-you?order=${number}`)).toContain('says that the payment failed');
  });

  test('is refused for a quantity that the shop does not offer', async () => {
    for (const quantity of ['0', '6', '-1', '1.5', 'many']) {
      expect((await send('/buy', { quantity })).status).toBe(400);
    }
  });
});

describe('refunding', () => {
  test('more than the remaining amount is refused with a message', async () => {
    const { number, payUrl } = await buy();
    await payOrder(payUrl);
    await untilRowSays(number, 'Paid');
    const response = await send(`/orders/${number}/refund`, { what: 'part', amount: '14.51' });
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('REFUND_EXCEEDS_AMOUNT');
    expect(await orderRow(number)).not.toContain('asked for');
  });

  test.for(['', '0', '-1', '1.005', 'ten', '1e1'])('"%s" is not a valid amount', async (amount) => {
    const { number } = await buy();
    expect((await send(`/orders/${number}/refund`, { what: 'part', amount })).status).toBe(400);
  });

  test('shows a refund that failed later, and the money can be refunded again', async () => {
    const { number, payUrl } = await buy();
    await payOrder(payUrl, '4000000000005126');
    await untilRowSays(number, 'Paid');
    await send(`/orders/${number}/refund`, { what: 'rest' });
    const row = await untilRowSays(number, 'refund failed');
    expect(row).toContain('Refund the rest ($14.50)');
  });
});

describe('coming back from the cashier', () => {
  test('proves nothing: the order counts as paid only with the webhook', async () => {
    const { number, payUrl } = await buy();
    expect(await page(`/thank-you?order=${number}`)).toContain('waits for the webhook');
    await payOrder(payUrl);
    await untilRowSays(number, 'Paid');
    expect(await page(`/thank-you?order=${number}`)).toContain('Proof: the verified webhook');
  });

  test('with an order that the shop does not know is answered 404', async () => {
    expect((await fetch(`${shop}/thank-you?order=shop-unknown`)).status).toBe(404);
  });

  test('without payment offers the way back to the cashier', async () => {
    const { number, payUrl } = await buy();
    expect(await page(`/cancelled?order=${number}`)).toContain(payUrl);
  });
});

describe('an order that expires', () => {
  test('is shown as expired once Kassa’s clock says so, and its cashier is not offered', async () => {
    const [unpaid, waiting] = [await buy(), await buy()];
    await submitWallet(waiting.payUrl);
    await untilRowSays(waiting.number, 'Being paid');
    expect(await orderRow(unpaid.number)).toContain('Open the cashier');
    const token = readFileSync(join(world.dataFolder, 'secrets/operations-token'), 'utf8').trim();
    const moved = await fetch(`${demo.facts.operations_base_url}/admin/sandbox/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: 31 * 60 }),
    });
    expect(moved.status).toBe(200);
    for (const { number } of [unpaid, waiting]) {
      expect(await untilRowSays(number, 'Expired')).not.toContain('Open the cashier');
      expect(await page(`/cancelled?order=${number}`)).toContain('The order can no longer be paid');
    }
    const { number } = await buy();
    expect(await orderRow(number)).toContain('Open the cashier');
  });
});

describe('the webhook receiver', () => {
  const post = (rawBody: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${shop}/webhooks/kassa`, { method: 'POST', headers, body: rawBody });
  const signed = (secret: string, orderNumber: string, sequence: number) =>
    signTestEvent({
      secret,
      event_type: 'order.payment.succeeded',
      data: { merchant_transaction_id: orderNumber, amount: 14.5, sequence },
    });

  test('refuses an event that was signed with another secret, and does not show it', async () => {
    const { number } = await buy();
    const { rawBody, headers, event } = signed(`whsec_${Buffer.alloc(32, 7).toString('base64')}`, number, 9);
    const response = await post(rawBody, headers);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('No signature matches');
    expect(await page('/')).not.toContain(event.event_id);
    expect(await orderRow(number)).toContain('Not paid yet');
  });

  test('refuses an event whose body was changed on the way', async () => {
    const { number } = await buy();
    const { rawBody, headers } = signed(demo.facts.webhook_secret, number, 9);
    expect((await post(rawBody.replace('14.5', '14.6'), headers)).status).toBe(400);
  });

  test('shows an event once, even if it is delivered twice', async () => {
    const { number } = await buy();
    const { rawBody, headers, event } = signed(demo.facts.webhook_secret, number, 1);
    expect((await post(rawBody, headers)).status).toBe(200);
    expect((await post(rawBody, headers)).status).toBe(200);
    expect((await page('/')).split(`webhook-id <code>${event.event_id}`)).toHaveLength(2);
  });

  test('does not undo an order’s state when an older event arrives later', async () => {
    const { number } = await buy();
    const paid = signed(demo.facts.webhook_secret, number, 2);
    await post(paid.rawBody, paid.headers);
    const older = signTestEvent({
      secret: demo.facts.webhook_secret,
      event_type: 'order.payment.processing',
      data: { merchant_transaction_id: number, sequence: 1 },
    });
    await post(older.rawBody, older.headers);
    expect(await orderRow(number)).toContain('badge-good">Paid');
  });

  test('acknowledges events of orders that others created, and lists them', async () => {
    const kassa = new Kassa({
      merchantId: demo.facts.merchant_id,
      privateKey: { file: demo.facts.private_key_file },
      baseUrl: demo.facts.merchant_base_url,
    });
    const number = `elsewhere-${Date.now()}`;
    const { pay_url } = await kassa.payments.create({
      merchant_transaction_id: number,
      amount: '3.00',
      currency_code: 'USD',
      redirect_url: `${shop}/`,
    });
    await payOrder(pay_url);
    await vi.waitFor(async () => expect(await page('/')).toContain(number), { timeout: 90_000 });
  });

  test('refuses a body that is larger than any event', async () => {
    expect((await post('x'.repeat(70_000), {})).status).toBe(413);
  });
});

describe('open pages', () => {
  test('receive an event immediately, and reload if they missed one', async () => {
    const version = (html: string) => /data-version="([^"]+)"/.exec(html)?.[1] ?? '';
    const { number, payUrl } = await buy();
    const before = version(await page('/'));
    const updates = listen(`/live?after=${before}`);
    // The server answers ": listening", or that the page is stale if an event of an earlier order arrived meanwhile.
    await updates.until('\n\n');
    await payOrder(payUrl);
    // Wait for this order's update, because an event of another order may arrive before it.
    await updates.until(`order-${number}`);
    await updates.until('order.payment.succeeded');
    const late = listen(`/live?after=${before}`);
    await late.until('event: stale');
  });
});

describe('the pages', () => {
  test('run only the shop’s own scripts and styles', async () => {
    const response = await fetch(`${shop}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<style|<script(?![^>]*src=)|\sstyle=|\son[a-z]+=/);
  });

  test('show foreign data as text', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const event = signTestEvent({
      secret: demo.facts.webhook_secret,
      event_type: 'order.payment.failed',
      data: { merchant_transaction_id: nasty, failure: { code: nasty, message: nasty } },
    });
    await fetch(`${shop}/webhooks/kassa`, { method: 'POST', headers: event.headers, body: event.rawBody });
    expect(await page('/')).not.toContain('<img src=x');
    expect(await page('/')).toContain('&lt;img src=x');
  });

  test('accept only forms from their own origin', async () => {
    const { number } = await buy();
    expect((await send('/buy', { quantity: '1' }, 'https://evil.example')).status).toBe(403);
    expect((await send(`/orders/${number}/refund`, { what: 'rest' }, 'null')).status).toBe(403);
    const withAnotherScheme = shop.replace('http:', 'https:');
    expect((await send('/buy', { quantity: '1' }, withAnotherScheme)).status).toBe(403);
  });

  test('exist only under the shop’s own name: a stranger’s domain name could otherwise read the pages and buy', async () => {
    const host = `rebound.example:${new URL(shop).port}`;
    // Compare only which orders there are. Events of earlier orders may change what the page says about them.
    const ordersThere = async () => (await page('/orders')).match(/id="order-[^"]+"/g) ?? [];
    const before = await ordersThere();
    const form = await callAs(host, 'POST', '/buy', { origin: `http://${host}` });
    expect(form.statusCode).toBe(421);
    const reading = await callAs(host, 'GET', '/orders?a=b');
    expect([reading.statusCode, reading.headers.location]).toEqual([307, `${shop}/orders?a=b`]);
    expect(await ordersThere()).toEqual(before);
    expect(before).not.toEqual([]);
  });

  test('that do not exist are answered 404 with a page', async () => {
    const response = await fetch(`${shop}/nothing`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is no such page');
  });
});

/** Makes a call with the Host header that the caller chooses. `fetch` would set the real host. */
async function callAs(
  host: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const call = request(shop + path, { method, headers: { host, ...headers } }).end();
  const [response] = await once(call, 'response');
  return response.resume();
}

/** Listens to Server-Sent Events. */
function listen(path: string): { until(text: string): Promise<void>; text(): string } {
  let received = '';
  const call = request(shop + path, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
  });
  call.on('error', () => {});
  call.end();
  onTestFinished(() => void call.destroy());
  return {
    until: (text) => vi.waitFor(() => expect(received).toContain(text), { timeout: 90_000 }),
    text: () => received,
  };
}
