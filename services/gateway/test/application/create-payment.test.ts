import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { CreatePayment, type NewPayment } from '../../src/application/payments/create-payment.ts';
import { RecentOrders } from '../../src/application/recent-orders.ts';
import { checkSession } from '../../src/domain/checkout-session.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { newPayment, outcomeOf } from '../in-memory/requests.ts';
import { sessionKeys, TestGateway } from '../in-memory/test-gateway.ts';

describe('creating a payment', () => {
  test('stores an order with the merchant’s validity', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant({ orderValiditySeconds: 60 });
    const order = await gateway.created(merchant);
    expect(order).toMatchObject({ state: 'INIT', version: 1, expiresAt: after(60), amount: money(10_000) });
  });

  test('answers with an address whose session opens this order only', async () => {
    const gateway = new TestGateway();
    const answer = await gateway.create.execute(await gateway.merchant(), newPayment());
    if (answer.kind !== 'created') throw new Error(answer.kind);
    const match = /^https:\/\/pay\.example\/checkout\/(ord_[0-9a-f]{32})#session=(.+)$/.exec(answer.payUrl);
    expect(match?.[1]).toBe(answer.orderId);
    const verdict = (orderId: string) => checkSession(match?.[2] ?? '', orderId, sessionKeys, after(0));
    expect([verdict(answer.orderId), verdict(`ord_${'0'.repeat(32)}`)]).toEqual(['valid', 'invalid']);
  });

  test('a hundred identical requests to create a payment, sent at once, create one order and get the same answer (fault 9)', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => gateway.create.execute(merchant, newPayment())),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.kind).toBe('created');
  });

  test('gives the first answer again, even later and after the merchant’s validity changed', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const first = await gateway.create.execute(merchant, newPayment());
    gateway.surroundings.clock.pass(99_999_999);
    expect(await gateway.create.execute({ ...merchant, orderValiditySeconds: 60 }, newPayment())).toEqual(
      first,
    );
  });

  test('creates another order for another merchant under the same transaction ID', async () => {
    const gateway = new TestGateway();
    const one = await gateway.created(await gateway.merchant());
    const other = await gateway.created(await gateway.merchant(), { amount: money(1) });
    expect(one.orderId).not.toBe(other.orderId);
  });

  test('a request to create a payment is refused if its transaction ID belongs to an order with other content; the order stays unchanged (fault 10)', async () => {
    const text = fc.option(fc.string({ maxLength: 12 }), { nil: null });
    const asked = fc.record({
      amount: fc.record({
        amountMinor: fc.integer({ min: 1, max: 50 }),
        currency: fc.constantFrom('USD', 'EUR'),
      }),
      redirectUrl: fc.constantFrom('https://shop.example/a', 'https://shop.example/b'),
      cancelUrl: fc.constantFrom(null, 'https://shop.example/c'),
      description: text,
      customerName: text,
      contact: fc.constantFrom<Partial<NewPayment>>(
        {},
        { customerEmail: 'a@b.example' },
        { customerPhone: '+4915112345678' },
        { billingAddress: { line1: 'Weg 1', city: 'Köln', country: 'DE' } },
        { billingAddress: { line1: 'Weg 1', city: 'Köln', state: 'NW', country: 'DE' } },
      ),
      products: fc.array(
        fc.record({
          productId: fc.constantFrom('p1', 'p2'),
          name: fc.string({ maxLength: 5 }),
          price: fc.record({ amountMinor: fc.nat(9), currency: fc.constant('USD') }),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
        { maxLength: 2 },
      ),
    });
    const payment = asked.map(({ contact, ...members }) => ({ ...members, ...contact }));
    await fc.assert(
      fc.asyncProperty(payment, payment, async (first, second) => {
        const gateway = new TestGateway();
        const merchant = await gateway.merchant();
        const original = await gateway.created(merchant, first);
        const answer = await gateway.create.execute(merchant, newPayment(second));
        const isSame = JSON.stringify(first) === JSON.stringify(second);
        expect(outcomeOf(answer)).toBe(isSame ? 'created' : 'DUPLICATE_TRANSACTION');
        expect(await gateway.order(original.orderId)).toEqual(original);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the addresses that a consumer returns to', () => {
  const plain = 'http://shop.example/thanks';
  const local = 'http://127.0.0.1:8080/thanks';

  test.each<[Environment, Partial<NewPayment>, readonly string[]]>([
    ['production', { redirectUrl: plain }, ['redirect_url']],
    ['production', { cancelUrl: plain }, ['cancel_url']],
    ['production', { redirectUrl: local, cancelUrl: 'shop.example' }, ['redirect_url', 'cancel_url']],
    ['sandbox', { redirectUrl: plain, cancelUrl: local }, ['redirect_url']],
    ['sandbox', { redirectUrl: local, cancelUrl: 'javascript:alert(1)' }, ['cancel_url']],
  ])('are refused in %s: %j', async (environment, payment, paths) => {
    const { surroundings, merchant, create } = await creating(environment);
    const answer = await create.execute(merchant, newPayment(payment));
    expect(answer).toMatchObject({ kind: 'refused', name: 'INVALID_REQUEST' });
    expect(answer.kind === 'refused' && answer.fields?.map(({ path }) => path)).toEqual(paths);
    const orderId = deriveOrderId(merchant.merchantId, newPayment().merchantTransactionId);
    expect(await surroundings.orders.find(orderId)).toBeUndefined();
  });

  test('may be on this machine in the sandbox', async () => {
    const { merchant, create } = await creating('sandbox');
    const answer = await create.execute(merchant, newPayment({ redirectUrl: local, cancelUrl: local }));
    expect(answer.kind).toBe('created');
  });

  test('do not change the answer to a repeated call, even if an address is not accepted any more', async () => {
    const { gateway, merchant, create } = await creating('sandbox');
    const first = await create.execute(merchant, newPayment({ redirectUrl: local }));
    expect(first.kind).toBe('created');
    expect(await gateway.create.execute(merchant, newPayment({ redirectUrl: local }))).toEqual(first);
  });

  async function creating(environment: Environment) {
    const gateway = new TestGateway();
    const { surroundings } = gateway;
    const create = new CreatePayment({
      recent: new RecentOrders(),
      orders: surroundings.orders,
      meter: gateway.meter,
      clock: surroundings.clock,
      sessionKeys,
      cashierUrl: 'https://pay.example',
      environment,
      resultPatienceSeconds: 48 * 3600,
      routePayment: gateway.routePayment,
      channels: gateway.channels,
      tracing: untraced,
    });
    return { gateway, surroundings, create, merchant: await gateway.merchant() };
  }
});

describe('the methods that a merchant names for an order', () => {
  test('are the only ones that it offers and accepts', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const all = await gateway.listMethods.execute(await gateway.created(merchant));
    const [wanted, other] = all.map(({ code }) => code).toReversed();
    if (wanted === undefined || other === undefined)
      throw new Error('the channel offers fewer than two methods');
    const paymentMethods = [wanted, 'unknown'];
    const order = await gateway.created(merchant, { merchantTransactionId: 'T2', paymentMethods });
    expect((await gateway.listMethods.execute(order)).map(({ code }) => code)).toEqual([wanted]);
    expect(outcomeOf(await gateway.initialise.execute(order, other))).toBe('PAYMENT_METHOD_UNAVAILABLE');
    expect(outcomeOf(await gateway.initialise.execute(order, wanted))).toBe('initialised');
  });

  test('are refused if none of them can pay the order, which is then not stored', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const answer = await gateway.create.execute(merchant, newPayment({ paymentMethods: ['crad'] }));
    expect(answer).toMatchObject({ name: 'INVALID_REQUEST', fields: [{ path: 'payment_methods' }] });
    const orderId = deriveOrderId(merchant.merchantId, newPayment().merchantTransactionId);
    expect(await gateway.surroundings.orders.find(orderId)).toBeUndefined();
  });

  test('are refused only for now while an account that may offer them cannot be used', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    gateway.channels.isOneUnusable = true;
    await expect(gateway.create.execute(merchant, newPayment({ paymentMethods: ['ideal'] }))).rejects.toThrow(
      TemporarilyUnavailable,
    );
    const known = await gateway.create.execute(merchant, newPayment({ paymentMethods: ['card'] }));
    expect(known.kind).toBe('created');
  });

  test('do not change the answer to a repeated call, even if none is offered any more', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const payment = newPayment({ paymentMethods: ['card'] });
    const first = await gateway.create.execute(merchant, payment);
    vi.spyOn(gateway.surroundings.channel, 'methods').mockReturnValue([]);
    expect(await gateway.create.execute(merchant, payment)).toEqual(first);
    const other = { ...payment, paymentMethods: ['card', 'bank_transfer'] };
    expect(outcomeOf(await gateway.create.execute(merchant, other))).toBe('DUPLICATE_TRANSACTION');
  });
});

describe('the pictures of an order’s products', () => {
  const picturedBy = (...addresses: readonly string[]) =>
    newPayment({
      products: addresses.map((imageUrl, index) => ({
        productId: `p${index}`,
        name: 'Coffee',
        price: money(100),
        quantity: 1,
        imageUrl,
      })),
    });

  test.each([
    'http://shop.example/a.png',
    'data:image/png;base64,AA==',
    'https://user:pw@shop.example/a.png',
    'https://*.example/a.png',
    'https://a;script-src/a.png',
    "https://'self'/a.png",
  ])('are refused from %s', async (address) => {
    const gateway = new TestGateway();
    const answer = await gateway.create.execute(
      await gateway.merchant(),
      picturedBy('https://a.example/', address),
    );
    expect(answer).toMatchObject({ name: 'INVALID_REQUEST', fields: [{ path: 'products[1].image_url' }] });
  });

  test('may come from five hosts, from which alone the order’s page loads pictures', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`);
    const addresses = hosts.flatMap((host) => [`${host}/1.png`, `${host}/2.png`]);
    const order = await gateway.created(merchant, picturedBy(...addresses));
    const page = await gateway.describePage.execute(order.orderId);
    const plain = await gateway.describePage.unknownOrder();
    expect(page.loadsFrom).toEqual({ ...plain.loadsFrom, images: [...plain.loadsFrom.images, ...hosts] });
    const more = { ...picturedBy(...addresses, 'https://f.example/1.png'), merchantTransactionId: 'T2' };
    expect(await gateway.create.execute(merchant, more)).toMatchObject({
      name: 'INVALID_REQUEST',
      fields: [{ path: 'products' }],
    });
  });
});

describe('querying a payment', () => {
  test('finds it by the merchant’s transaction ID and by the order ID, for its merchant only', async () => {
    const gateway = new TestGateway();
    const [merchant, stranger] = [await gateway.merchant(), await gateway.merchant()];
    const order = await gateway.created(merchant);
    for (const number of ['T1', order.orderId]) {
      expect(await gateway.findPayments.findOrder(merchant.merchantId, number)).toEqual({
        kind: 'found',
        order,
      });
      expect(outcomeOf(await gateway.findPayments.findOrder(stranger.merchantId, number))).toBe(
        'ORDER_NOT_FOUND',
      );
    }
    expect(outcomeOf(await gateway.findPayments.findOrder(merchant.merchantId, 'T2'))).toBe(
      'ORDER_NOT_FOUND',
    );
  });
});
