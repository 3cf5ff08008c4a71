import { randomBytes } from 'node:crypto';
import { SESSION_HEADER } from '@kassa/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CheckoutClient, cardOf } from './support/checkout-client.ts';
import { type EnvelopeAnswer, openEnvelope, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { mostAtACallASecond } from './support/most-at-a-call-a-second.ts';
import { MovableClock } from './support/movable-clock.ts';

const clock = new MovableClock();
let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start({ replacements: { clock } });
  other = await bench.startAnother({ replacements: { clock } });
  merchant = await bench.onboard();
});
afterEach(() => clock.run());
afterAll(() => bench.stop());

function withSession(checkout: CheckoutClient, session: string, orderId = checkout.orderId): CheckoutClient {
  return new CheckoutClient({ orderId, session, baseUrl: bench.main.checkoutUrl });
}

/** Returns a client for the same payment page at another instance. */
function elsewhere({ orderId, session }: CheckoutClient, instance: Instance = other): CheckoutClient {
  return new CheckoutClient({ orderId, session, baseUrl: instance.checkoutUrl });
}

/** Returns an answer without the parts that differ from request to request, so that two answers can be compared. */
function comparable({ status, headers, text, error }: EnvelopeAnswer): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return JSON.stringify({ status, rest, text: text.replace(error?.request_id ?? '', '') });
}

describe('a checkout session', () => {
  it('every endpoint gives the same answer, whether a checkout session is guessed, damaged, missing or belongs to another order (fault 36)', async () => {
    const own = await merchant.openCheckout();
    const foreign = await merchant.openCheckout();
    const [expiry = '', signature = ''] = own.session.split('.');
    const unknown = `ord_${'0'.repeat(32)}`;
    const intruders = [
      withSession(own, ''),
      withSession(own, 'x'),
      withSession(own, foreign.session),
      withSession(own, own.session, foreign.orderId),
      withSession(own, own.session, unknown),
      withSession(own, '', unknown),
      withSession(own, `${expiry}.${'A'.repeat(43)}`),
      withSession(own, `zzzzzz.${signature}`),
      withSession(own, `${expiry}.${signature.slice(0, -1)}`),
      withSession(own, `${expiry}.${signature}=`),
      withSession(own, ` ${own.session}x`),
      withSession(own, own.orderId),
      withSession(own, 'a'.repeat(8000)),
      withSession(own, own.session, '{"$gt":""}'),
      withSession(own, own.session, '__proto__'),
    ];
    const gone = await merchant.openCheckout();
    await bench.database.collection('orders').deleteOne({ _id: gone.orderId as never });
    intruders.push(gone);
    const refusals = new Set<string>();
    for (const intruder of intruders) {
      const query = `orderId=${encodeURIComponent(intruder.orderId)}`;
      for (const answer of [
        await intruder.get(`/api/web/checkout/order?${query}`),
        await intruder.get(`/api/web/checkout/payment-methods?${query}`),
        await intruder.get(`/api/web/payment/status?${query}&wait=25`),
        await intruder.init('card'),
        await intruder.submit(cardOf('4242424242424242')),
      ]) {
        expect([answer.status, answer.msg]).toEqual([401, 'SESSION_INVALID']);
        refusals.add(comparable(answer));
      }
    }
    expect(refusals.size).toBe(1);
    expect((await merchant.query(own.orderId)).state).toBe('INIT');
    expect((await own.order()).state).toBe('INIT');
  });

  it('says that it has expired only if it was genuine, a day after its order', async () => {
    const checkout = await merchant.openCheckout();
    const expiresAt = Date.parse((await checkout.order()).expires_at);
    clock.stopAt(new Date(expiresAt + 1));
    // The page of the expired order still shows how the order ended, but the order cannot be paid any more.
    expect((await checkout.order()).order_id).toBe(checkout.orderId);
    expect(refusalOf(await checkout.init('card')).msg).toBe('ORDER_EXPIRED');
    clock.stopAt(new Date(expiresAt + 86_402_000));
    expect((await checkout.init('card')).msg).toBe('SESSION_EXPIRED');
    expect((await withSession(checkout, 'guess').init('card')).msg).toBe('SESSION_INVALID');
  });

  it('survives one change of the server key, but not two', async () => {
    const checkout = await merchant.openCheckout();
    const old = bench.main.variables.KASSA_SESSION_KEYS;
    const next = randomBytes(32).toString('base64');
    await bench.startAnother({ variables: { KASSA_SESSION_KEYS: `${old},${next}` } });
    const changedOnce = await bench.startAnother({ variables: { KASSA_SESSION_KEYS: `${next},${old}` } });
    expect((await elsewhere(checkout, changedOnce).order()).order_id).toBe(checkout.orderId);
    const changedTwice = await bench.startAnother({ variables: { KASSA_SESSION_KEYS: next } });
    expect((await elsewhere(checkout, changedTwice).init('card')).msg).toBe('SESSION_INVALID');
  });
});

describe('two tabs', () => {
  it('that initialise at once open one attempt and one payment at the channel', async () => {
    const checkout = await merchant.openCheckout();
    const tabs = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? checkout : elsewhere(checkout)));
    const attempts = await Promise.all(tabs.map((tab) => tab.initialised('card')));
    expect(new Set(attempts.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await bench.channelPayments(attempts[0]?.transactionId ?? '')).toBe(1);
  });

  it('two tabs that submit at once at two instances make one attempt and one charge (fault 40)', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('card');
    const tabs = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? checkout : elsewhere(checkout)));
    const answers = await Promise.all(tabs.map((tab) => tab.submitted(cardOf('4242424242424242'))));
    const [attemptId = ''] = new Set(answers.map(({ transactionId }) => transactionId));
    expect(answers.every((answer) => answer.transactionId === attemptId)).toBe(true);
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    expect(await bench.channelPayments(attemptId)).toBe(1);
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ data }) => data.state)).toEqual(['PAYING', 'PAY_SUCCESS']);
    expect(await merchant.query(checkout.orderId)).toMatchObject({ refunds: [], refundable_amount: 10.5 });
  });

  it('that submit a card with 3-D Secure are both sent to the same challenge', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('card');
    const tabs = [checkout, elsewhere(checkout)];
    const answers = await Promise.all(tabs.map((tab) => tab.submitted(cardOf('4000000000003220'))));
    expect(answers[0]?.paymentUrl).toMatch(/\/3ds\//);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('cannot pay again after one of them has paid', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4242424242424242');
    await checkout.result();
    expect((await elsewhere(checkout).init('card')).msg).toBe('ORDER_ALREADY_PAID');
    expect((await elsewhere(checkout).init('sandbox_wallet')).msg).toBe('ORDER_ALREADY_PAID');
  });
});

describe('card testing', () => {
  it('card testing ends after ten attempts at one order (fault 41)', async () => {
    const checkout = await merchant.openCheckout();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await checkout.payByCard('4000000000000002');
      expect((await checkout.result()).state).toBe('PAY_FAIL');
    }
    for (const method of (await checkout.methods()).payment_methods) {
      expect(method).not.toHaveProperty('paymentRenderType');
      expect(method).not.toHaveProperty('express');
    }
    expect((await checkout.init('card')).msg).toBe('TOO_MANY_ATTEMPTS');
    expect((await checkout.init('sandbox_wallet')).msg).toBe('TOO_MANY_ATTEMPTS');
    expect((await checkout.submit(cardOf('4242424242424242'))).msg).toBe('PAYMENT_NOT_INITIALISED');
  });

  it('a rate limit for each session slows card testing and does not affect other sessions (fault 41)', async () => {
    const limited = await bench.startAnother({
      variables: { KASSA_CHECKOUT_RATE_PER_SECOND: '1', KASSA_CHECKOUT_RATE_BURST: '5' },
    });
    const checkout = await merchant.openCheckout();
    const hurried = elsewhere(checkout, limited);
    const most = mostAtACallASecond(5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => hurried.init('card')));
    const limits = answers.filter(({ msg }) => msg === 'RATE_LIMITED');
    expect(answers.length - limits.length).toBeLessThanOrEqual(most());
    expect(limits[0]?.status).toBe(429);
    expect(Number(limits[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ msg }) => msg === 'success').length).toBeGreaterThanOrEqual(5);
    expect((await elsewhere(await merchant.openCheckout(), limited).init('card')).msg).toBe('success');
    // After the wait that Retry-After asks for, the session is served again.
    await expect.poll(async () => (await hurried.init('card')).msg).toBe('success');
  });

  it('a rate limit for each client’s IP address slows guesses of sessions, whichever order they are for (fault 41)', async () => {
    const limited = await bench.startAnother({
      variables: {
        KASSA_CHECKOUT_RATE_PER_SECOND: '1',
        KASSA_CHECKOUT_RATE_BURST: '5',
        KASSA_TRUSTED_PROXIES: '1',
      },
    });
    const checkout = await merchant.openCheckout();
    const own = elsewhere(checkout, limited);
    const guess = (orderId: string, session: string, forwarded: string) =>
      elsewhere(withSession(checkout, session, orderId), limited).get(
        `/api/web/checkout/order?orderId=${orderId}`,
        { 'x-forwarded-for': forwarded },
      );
    const most = mostAtACallASecond(5);
    // A caller writes a different address into X-Forwarded-For each time, which must not give it a new rate limit.
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const orderId = index % 2 === 0 ? own.orderId : `ord_${'0'.repeat(32)}`;
        return guess(orderId, 'guess', `192.0.2.${index}, 203.0.113.7`);
      }),
    );
    const refusals = (name: string) => answers.filter(({ msg }) => msg === name).length;
    expect(refusals('SESSION_INVALID')).toBeGreaterThanOrEqual(5);
    expect(refusals('SESSION_INVALID')).toBeLessThanOrEqual(most());
    expect(refusals('SESSION_INVALID') + refusals('RATE_LIMITED')).toBe(12);
    expect((await guess(own.orderId, 'guess', '203.0.113.8')).msg).toBe('SESSION_INVALID');
    expect((await guess(own.orderId, own.session, '203.0.113.7')).msg).toBe('success');
  });
});

describe('a checkout request', () => {
  const submission = { terminal: { type: 'PC', userAgent: 'a test' }, card: cardOf('4242424242424242') };

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['an unknown terminal', { terminal: { type: 'FRIDGE', userAgent: 'x' } }, 'terminal.type'],
    ['no terminal', { terminal: undefined }, 'terminal'],
    ['a long user agent', { terminal: { type: 'PC', userAgent: 'x'.repeat(1025) } }, 'terminal.userAgent'],
    ['a long device', { deviceId: 'x'.repeat(129) }, 'deviceId'],
    ['a card as the device', { deviceId: '4242-4242-4242-4242' }, 'deviceId'],
    [
      'a card as the user agent',
      { terminal: { type: 'PC', userAgent: '4242 4242 4242 4242' } },
      'terminal.userAgent',
    ],
    ['an unknown member', { pan: '1' }, 'pan'],
    ['an unknown card member', { card: { ...submission.card, holder: 'Ann' } }, 'card.holder'],
    ['spaces in the number', { card: cardOf('4242 4242 4242 4242') }, 'card.number'],
    ['a short number', { card: cardOf('42424242424') }, 'card.number'],
    ['a long number', { card: cardOf('4'.repeat(20)) }, 'card.number'],
    ['a numeric number', { card: { ...submission.card, number: 4_242_424_242_424_242 } }, 'card.number'],
    ['month 13', { card: { ...submission.card, expMonth: 13 } }, 'card.expMonth'],
    ['month 0', { card: { ...submission.card, expMonth: 0 } }, 'card.expMonth'],
    ['a two-digit year', { card: { ...submission.card, expYear: 30 } }, 'card.expYear'],
    ['a long code', { card: { ...submission.card, cvc: '12345' } }, 'card.cvc'],
    ['no code', { card: { ...submission.card, cvc: undefined } }, 'card.cvc'],
    ['an operator', { card: { $gt: '' } }, 'card.$gt'],
  ])(
    'with %s is refused, and the answer names the member but not its value',
    async (_what, members, path) => {
      const checkout = await merchant.openCheckout();
      await checkout.initialised('card');
      const body = { orderId: checkout.orderId, ...submission, ...members };
      const refused = await checkout.post('/api/web/payment/submit', body);
      expect(refused.msg).toBe('INVALID_REQUEST');
      expect(refusalOf(refused).fields).toContain(path);
      // Remove the request's ID before the search, because it is random and may contain these digits.
      expect(refused.text.replace(/req_[0-9a-f]{24}/, '')).not.toMatch(/4242|xxxx/);
      expect((await checkout.status()).state).toBe('INIT');
    },
  );

  it.each(['{', '[]', 'null', '"x"', '{"orderId":', '\u0000', '['.repeat(64)])(
    'whose body is not a JSON object is refused: %j',
    async (body) => {
      const checkout = await merchant.openCheckout();
      expect((await checkout.post('/api/web/checkout/init', body)).msg).toBe('INVALID_REQUEST');
    },
  );

  it('nested eight thousand deep is refused', async () => {
    const checkout = await merchant.openCheckout();
    const body = `{"orderId":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
    const refused = refusalOf(await checkout.post('/api/web/checkout/init', body));
    expect(refused).toEqual({ msg: 'INVALID_REQUEST', fields: ['paymentMethodCode', 'orderId'] });
  });

  it('without a body is refused', async () => {
    const target = '/api/web/checkout/init';
    const refused = openEnvelope(await send(bench.main.checkoutUrl, { method: 'POST', target }));
    expect(refused.msg).toBe('INVALID_REQUEST');
  });

  it.each([
    ['orderId=a&orderId=b', 'orderId'],
    ['', 'orderId'],
    ['orderId=', 'orderId'],
    [`orderId=${'a'.repeat(65)}`, 'orderId'],
    ['orderId=a&constructor=b', 'constructor'],
    ['orderId=a&__proto__=b', '__proto__'],
    ['orderId[$gt]=', 'orderId'],
  ])('with the query "%s" is refused, and the answer names it', async (query, path) => {
    const checkout = await merchant.openCheckout();
    const refused = refusalOf(await checkout.get(`/api/web/checkout/order?${query}`));
    expect(refused.msg).toBe('INVALID_REQUEST');
    expect(refused.fields).toContain(path);
  });

  it.each(['26', '-1', '1.5', 'x', '1e1', ''])('does not wait for %s seconds', async (wait) => {
    const checkout = await merchant.openCheckout();
    const target = `/api/web/payment/status?orderId=${checkout.orderId}&wait=${wait}`;
    expect(refusalOf(await checkout.get(target))).toEqual({ msg: 'INVALID_REQUEST', fields: ['wait'] });
  });

  it('gets an answer that nobody may cache', async () => {
    const checkout = await merchant.openCheckout();
    const answer = await checkout.get(`/api/web/checkout/order?orderId=${checkout.orderId}`);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('in the wrong order is refused, and the answer says what to do first', async () => {
    const checkout = await merchant.openCheckout();
    expect((await checkout.submit(cardOf('4242424242424242'))).msg).toBe('PAYMENT_NOT_INITIALISED');
    expect(refusalOf(await checkout.init('cash'))).toEqual({
      msg: 'PAYMENT_METHOD_UNAVAILABLE',
      fields: ['paymentMethodCode'],
    });
    await checkout.initialised('card');
    expect(refusalOf(await checkout.submit())).toEqual({ msg: 'INVALID_REQUEST', fields: ['card'] });
    await checkout.initialised('sandbox_wallet');
    const withCard = await checkout.submit(cardOf('4242424242424242'));
    expect(refusalOf(withCard)).toEqual({ msg: 'INVALID_REQUEST', fields: ['card'] });
  });
});

describe('a page of another origin', () => {
  const preflight = (target: string, headers: Readonly<Record<string, string>> = {}) =>
    send(bench.main.checkoutUrl, {
      method: 'OPTIONS',
      target,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST', ...headers },
    });

  it('may call the Checkout API, with the session and without credentials', async () => {
    const allowed = await preflight('/api/web/payment/submit', {
      'access-control-request-headers': 'content-type,x-session-signature',
    });
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': `Content-Type, ${SESSION_HEADER}`,
    });
    expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('can read refusals too', async () => {
    const checkout = await merchant.openCheckout();
    const refused = await withSession(checkout, 'x').init('card');
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toContain('Retry-After');
    const tooLarge = await checkout.post('/api/web/checkout/init', `"${'x'.repeat(20_000)}"`);
    expect([tooLarge.msg, tooLarge.headers['access-control-allow-origin']]).toEqual([
      'PAYLOAD_TOO_LARGE',
      '*',
    ]);
  });

  it('may not call the merchant interface or read the cashier’s page', async () => {
    const { headers } = await send(bench.main.merchantUrl, {
      method: 'OPTIONS',
      target: '/api/merchant/payment/create',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const page = await send(bench.main.checkoutUrl, { method: 'GET', target: '/checkout/ord_x' });
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
