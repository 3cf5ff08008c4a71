import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCheckoutService } from '../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { CashierState } from '../src/cashier/cashier-state.svelte.ts';
import { canBeRetried } from '../src/cashier/notice.ts';
import { Language } from '../src/i18n/language.svelte.ts';

let service: FakeCheckoutService;
let visited: string[];

beforeEach(async () => {
  service = await FakeCheckoutService.start();
  visited = [];
});
afterEach(() => service.stop());

function cashierAt(address: string): CashierState {
  return new CashierState(new Language(), {
    address,
    replaceAddress: () => undefined,
    surroundings: {
      isFramed: false,
      leave: (address) => visited.push(address) > 0,
      openBeside: () => undefined,
      tell: () => undefined,
    },
  });
}

const settles = (expectation: () => void) => vi.waitFor(expectation, 90_000);

describe('opening', () => {
  test('an open order shows its methods with the first one selected', async () => {
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    expect(cashier.screen).toBe('choosing');
    await settles(() => expect(cashier.selected?.code).toBe('card'));
    expect(cashier.order?.merchant_name).toBe('Hillside Coffee');
    expect(cashier.timeLeft.seconds).toBeGreaterThan(29 * 60);
    cashier.timeLeft.stop();
  });

  test.each([
    ['from the shop', '', 'already_paid'],
    ['back from the processor', '&returned=1', 'paid'],
  ] as const)('a paid order shows its result to a consumer who comes %s', async (_from, returned, screen) => {
    service.order.state = 'PAY_SUCCESS';
    const cashier = cashierAt(service.payUrl + returned);
    await cashier.open();
    expect(cashier.screen).toBe(screen);
    cashier.countdown.stop();
    cashier.timeLeft.stop();
  });

  test.each([
    ['a whole day is left, patiently', 24 * 60, 'awaited'],
    ['half an hour is left, as what takes seconds', 30, 'processing'],
  ])('a pending payment is awaited where %s', async (_case, minutes, screen) => {
    service.order.state = 'PAYING';
    service.order.expireIn(minutes * 60_000);
    const cashier = cashierAt(`${service.payUrl}&returned=1`);
    await cashier.open();
    expect(cashier.screen).toBe(screen);
    service.order.settle(null);
    await settles(() => expect(cashier.screen).toBe('paid'));
    cashier.countdown.stop();
    cashier.timeLeft.stop();
  });

  test.each([
    ['SESSION_INVALID', 'link_invalid'],
    ['ORDER_NOT_FOUND', 'link_invalid'],
    ['SESSION_EXPIRED', 'expired'],
    ['ORDER_EXPIRED', 'expired'],
    ['CHANNEL_ERROR', 'unreachable'],
  ] as const)('%s shows the screen %s', async (code, screen) => {
    service.failNext('/order', code);
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    expect(cashier.screen).toBe(screen);
  });

  test('an address without a session is an invalid link', async () => {
    const cashier = cashierAt(service.payUrl.replace(/#.*/, ''));
    await cashier.open();
    expect(cashier.screen).toBe('link_invalid');
  });

  test('a service that could not be reached is asked again when the consumer wants it', async () => {
    service.failNext('/order', 'CHANNEL_ERROR');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    await cashier.retry();
    expect(cashier.screen).toBe('choosing');
    cashier.timeLeft.stop();
  });

  test('an order without an available method says so, and asks again when the consumer wants it', async () => {
    const { methods } = service;
    service.methods = [];
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    await settles(() => expect(cashier.notice).toEqual({ kind: 'nothingAvailable' }));
    expect(cashier.notice && canBeRetried(cashier.notice)).toBe(true);
    await cashier.retry();
    expect(cashier.notice).toEqual({ kind: 'nothingAvailable' });
    service.methods = methods;
    await cashier.retry();
    expect([cashier.notice, cashier.selected?.code]).toEqual([null, 'card']);
    cashier.timeLeft.stop();
  });

  test('methods that could not be loaded are reported and loaded again', async () => {
    service.failNext('/payment-methods', 'CHANNEL_ERROR');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    await settles(() => expect(cashier.notice).toEqual({ kind: 'methodUnavailable' }));
    await cashier.retry();
    expect(cashier.notice).toBeNull();
    expect(cashier.methods).toHaveLength(3);
    cashier.timeLeft.stop();
  });
});

describe('the end', () => {
  test('an order that was paid before does not leave the page', async () => {
    service.order.move('PAY_SUCCESS');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    expect(cashier.screen).toBe('already_paid');
    expect(cashier.countdown.seconds).toBeNull();
    cashier.returnToShop();
    expect(visited).toEqual([expect.stringContaining('/shop/thanks?order_id=ord_')]);
  });

  test('a payment that succeeds while the page watches counts down to the shop, once', async () => {
    service.order.move('PAYING');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    expect(cashier.screen).toBe('processing');
    service.order.settle(null);
    await settles(() => expect(cashier.screen).toBe('paid'));
    expect(cashier.countdown.seconds).toBe(5);
    await settles(() => expect(visited).toHaveLength(1));
    expect(cashier.countdown.seconds).toBeNull();
  });

  test('the cashier does not return consumers to the shop if the page around the frame does that', async () => {
    service.order.move('PAYING');
    const cashier = cashierAt(`${service.payUrl}&auto_return=0`);
    await cashier.open();
    service.order.settle(null);
    await settles(() => expect(cashier.screen).toBe('paid'));
    expect(cashier.countdown.seconds).toBeNull();
    cashier.returnToShop();
    expect(visited).toEqual([expect.stringContaining('/shop/thanks?order_id=ord_')]);
  });

  test('a consumer who wants to stay is not sent away', async () => {
    service.order.move('PAYING');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    service.order.settle(null);
    await settles(() => expect(cashier.screen).toBe('paid'));
    cashier.countdown.stop();
    expect(cashier.countdown.seconds).toBeNull();
    expect(visited).toEqual([]);
  });

  test('a payment that fails while the page watches opens the form with the reason', async () => {
    service.order.move('PAYING');
    const cashier = cashierAt(service.payUrl);
    await cashier.open();
    service.order.settle('authentication_failed');
    await settles(() => expect(cashier.screen).toBe('choosing'));
    expect(cashier.notice).toEqual({ kind: 'declined', category: 'authentication_failed' });
    await settles(() => expect(cashier.methods).toHaveLength(3));
    cashier.timeLeft.stop();
  });
});
