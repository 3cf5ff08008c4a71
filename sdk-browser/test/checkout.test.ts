import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Checkout,
  type CheckoutEvents,
  createCheckout,
  type PaymentResult,
  ServiceError,
  SessionMissingError,
} from '../src/index.ts';
import { FakeCheckoutService } from './fake-checkout/fake-checkout-service.ts';

let service: FakeCheckoutService;
const opened: Checkout[] = [];

beforeEach(async () => {
  service = await FakeCheckoutService.start();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const checkout of opened.splice(0)) checkout.close();
  await service.stop();
});

async function open(): Promise<{ checkout: Checkout; results: PaymentResult[]; phases: string[] }> {
  const checkout = await createCheckout({ payUrl: service.payUrl });
  opened.push(checkout);
  const results: PaymentResult[] = [];
  const phases: string[] = [];
  checkout.on('result', (result) => results.push(result));
  checkout.on('change', ({ phase }: CheckoutEvents['change']) => phases.push(phase));
  return { checkout, results, phases };
}

describe('opening a checkout', () => {
  test('reads order, session and service from the pay_url', async () => {
    const { checkout } = await open();
    expect(checkout.order).toMatchObject({ merchant_name: 'Hillside Coffee', amount: 42.5 });
    expect(checkout.snapshot).toEqual({
      phase: 'open',
      failure: null,
      redirectUrl: null,
      action: null,
      transactionId: null,
      awaitedUntil: null,
      receipt: null,
      connected: true,
    });
    expect(checkout.timeLeftMs).toBeGreaterThan(29 * 60_000);
    expect((await checkout.paymentMethods()).map(({ code }) => code)).toContain('card');
  });

  test('offers Apple Pay as a method of its own only in a browser that has it', async () => {
    const [card] = service.methods;
    if (card === undefined) throw new Error('no method');
    service.methods = [card, { ...card, code: 'apple_pay', name: 'Apple Pay' }];
    const codes = async () => (await (await open()).checkout.paymentMethods()).map(({ code }) => code);
    expect(await codes()).toEqual([card.code]);
    vi.stubGlobal('ApplePaySession', class {});
    expect(await codes()).toEqual([card.code, 'apple_pay']);
    vi.unstubAllGlobals();
  });

  test('says that the session is missing when the address has none', async () => {
    const payUrl = service.payUrl.replace(/#.*/, '');
    await expect(createCheckout({ payUrl })).rejects.toBeInstanceOf(SessionMissingError);
  });

  test('passes on the service’s refusal with its name and request ID', async () => {
    const error = await createCheckout({
      orderId: service.order.order.order_id,
      session: 'wrong',
      baseUrl: service.baseUrl,
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'SESSION_INVALID', requestId: 'req_test', retryable: false });
  });

  test('recovers from a lost connection and a service that is not ready', async () => {
    service.failNext('/order', 'drop', 'UNAVAILABLE');
    const { checkout } = await open();
    expect(checkout.snapshot.phase).toBe('open');
  });
});

describe('listening to changes', () => {
  test('first receives the current state, once, and only after the listener was added', async () => {
    const { checkout } = await open();
    const heard: string[] = [];
    checkout.on('change', ({ phase }) => heard.push(phase));
    expect(heard).toEqual([]);
    await checkout.refresh();
    expect(heard).toEqual(['open']);
  });

  test('sends nothing to a listener that was removed at once', async () => {
    const { checkout } = await open();
    const told = vi.fn();
    checkout.on('change', told)();
    await checkout.refresh();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('the end of a payment from before the page was loaded', () => {
  test.each([
    ['PAY_SUCCESS', { outcome: 'paid' }, 'paid'],
    ['PARTIAL_REFUND', { outcome: 'paid' }, 'paid'],
    ['IN_DISPUTE', { outcome: 'paid' }, 'paid'],
    ['PAY_FAIL', { outcome: 'failed', category: 'insufficient_funds' }, 'failed'],
  ] as const)('%s is reported as one result', async (state, result, phase) => {
    service.order.failure = 'insufficient_funds';
    service.order.move(state);
    const { checkout, results } = await open();
    await vi.waitFor(() => expect(results).toMatchObject([result]), 90_000);
    expect(checkout.snapshot.phase).toBe(phase);
  });

  test('a closed order is reported as expired, also to late listeners', async () => {
    service.order.move('CLOSE');
    const { checkout, results } = await open();
    const told = vi.fn();
    checkout.on('expired', told);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 90_000);
    expect(results).toEqual([]);
  });

  test('a listener that was removed before gets nothing', async () => {
    service.order.move('PAY_SUCCESS');
    const { checkout } = await open();
    const told = vi.fn();
    checkout.on('result', told)();
    await checkout.refresh();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('watching an attempt', () => {
  test('reports the result once, despite lost connections and temporary refusals', async () => {
    service.order.move('PAYING');
    service.failNext('/status', 'drop', 'RATE_LIMITED', 'INTERNAL_ERROR');
    const { checkout, results } = await open();
    const connected: boolean[] = [];
    checkout.on('change', (snapshot) => connected.push(snapshot.connected));
    await vi.waitFor(() => expect(connected).toEqual([true, false, true]), 90_000);
    service.order.settle(null);
    await vi.waitFor(() => expect(results).toHaveLength(1), 90_000);
    service.order.move('PAY_SUCCESS');
    await checkout.refresh();
    expect(results).toEqual([
      { outcome: 'paid', redirectUrl: expect.stringContaining('/shop/thanks?order_id=ord_') },
    ]);
  });

  test('says of a paid order when and with which method it was paid', async () => {
    const { checkout } = await open();
    expect(checkout.snapshot.receipt).toBeNull();
    service.order.init('card');
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' };
    service.order.submit({ orderId: '', terminal: { type: 'PC', userAgent: '' }, card });
    await vi.waitFor(() => expect(service.order.state).toBe('PAY_SUCCESS'), 90_000);
    expect((await checkout.refresh()).receipt).toEqual({
      paid_at: expect.stringMatching(/^\d{4}-/),
      payment_method: 'card',
      payment_method_name: 'Card',
      email: 'a•••@example.com',
    });
  });

  test('reports a failure once, however often the service is asked', async () => {
    service.order.move('PAYING');
    const { checkout, results } = await open();
    service.order.settle('insufficient_funds');
    await vi.waitFor(() => expect(results).toHaveLength(1), 90_000);
    await checkout.refresh();
    await checkout.refresh();
    expect(results).toEqual([{ outcome: 'failed', category: 'insufficient_funds' }]);
  });

  test('an order that expires while it is processed ends as expired', async () => {
    service.order.move('PAYING');
    const { checkout, results } = await open();
    const expired = vi.fn();
    checkout.on('expired', expired);
    service.failNext('/status', 'SESSION_EXPIRED');
    service.order.move('CLOSE');
    await vi.waitFor(() => expect(results).toEqual([{ outcome: 'expired' }]), 90_000);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  test('also reports a success that follows a reported failure', async () => {
    service.order.failure = 'declined';
    service.order.move('PAY_FAIL');
    const { checkout, results } = await open();
    await vi.waitFor(() => expect(results).toHaveLength(1), 90_000);
    service.order.move('PAY_SUCCESS');
    await checkout.refresh();
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'paid']);
  });

  test('closing stops it', async () => {
    service.order.move('PAYING');
    const { checkout, results } = await open();
    checkout.close();
    service.order.settle(null);
    await expect(checkout.refresh()).resolves.toMatchObject({ phase: 'processing' });
    expect(results).toEqual([]);
  });
});

describe('the order’s time', () => {
  const lifeMs = 30 * 60_000;

  /** From now on, time passes only when the test says so, both for the checkout and for the fake gateway. */
  function holdTime(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    service.order.expireIn(lifeMs);
  }

  test('follows the service’s clock, which can be days ahead and can be moved', async () => {
    service.order.clockAheadMs = 80 * 3_600_000;
    service.order.expireIn(30 * 60_000);
    const { checkout } = await open();
    expect(Math.round(checkout.timeLeftMs / 60_000)).toBe(30);
    service.order.clockAheadMs += 20 * 60_000;
    await checkout.refresh();
    expect(Math.round(checkout.timeLeftMs / 60_000)).toBe(10);
  });

  test('ends the checkout when the service says so', async () => {
    holdTime();
    const { checkout, phases } = await open();
    service.order.move('CLOSE');
    await vi.advanceTimersByTimeAsync(lifeMs);
    await vi.waitFor(() => expect(phases).toEqual(['open', 'expired']), 90_000);
    expect(checkout.timeLeftMs).toBe(0);
  });

  test('goes on asking if the order is being paid elsewhere when its time ends, until the order has ended too', async () => {
    holdTime();
    const { checkout } = await open();
    service.order.move('PAYING');
    await vi.advanceTimersByTimeAsync(lifeMs);
    await vi.waitFor(() => expect(checkout.snapshot.phase).toBe('processing'), 90_000);
    service.order.move('CLOSE');
    vi.useRealTimers();
    await vi.waitFor(() => expect(checkout.snapshot.phase).toBe('expired'), 90_000);
  });

  test('ends the checkout when an answer says that the time is over, even if the order is not closed yet', async () => {
    const { checkout, phases } = await open();
    service.order.clockAheadMs += 31 * 60_000;
    expect(await checkout.refresh()).toMatchObject({ phase: 'expired' });
    expect(phases.slice(-1)).toEqual(['expired']);
  });

  test('ends a failed order, which the service never closes', async () => {
    service.order.failure = 'declined';
    service.order.move('PAY_FAIL');
    holdTime();
    const { phases } = await open();
    await vi.advanceTimersByTimeAsync(lifeMs);
    await vi.waitFor(() => expect(phases).toContain('expired'), 90_000);
  });

  test('does not end an order that was paid in another tab in the meantime', async () => {
    holdTime();
    const { results } = await open();
    service.order.move('PAY_SUCCESS');
    await vi.advanceTimersByTimeAsync(lifeMs);
    await vi.waitFor(() => expect(results).toMatchObject([{ outcome: 'paid' }]), 90_000);
  });
});
