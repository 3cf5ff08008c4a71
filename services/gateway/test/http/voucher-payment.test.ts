import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutClient } from './support/checkout-client.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, pressButton } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

const method = 'bank_transfer_reference';
const inEuros = { amount: 10.5, currency_code: 'EUR' };

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  // Every callback comes twice.
  bench = await GatewayBench.start({ processor: { repeatEvery: 1 } });
  merchant = await bench.onboard({ order_validity_seconds: 24 * 60 * 60 });
});
afterAll(() => bench.stop());

/** Opens a checkout in which the consumer has chosen the bank transfer and is on the way to the processor's page. */
async function waitingCheckout(): Promise<{ checkout: CheckoutClient; page: string }> {
  const checkout = await merchant.openCheckout(inEuros);
  const { paymentUrl, channelType, extension } = await checkout.initialised(method);
  expect([channelType, extension.paymentRenderType]).toEqual(['SandboxVoucher', 'REDIRECT']);
  expect(await checkout.submitted()).toMatchObject({ paymentUrl, paymentUrlDisplay: 'REDIRECT' });
  return { checkout, page: paymentUrl };
}

async function pull(orderId: string, what: string): Promise<void> {
  const answer = await merchant.trigger(orderId, what);
  expect(answer.msg, answer.text).toBe('success');
}

interface StoredVoucher {
  readonly status: string;
  readonly ledger: readonly {
    readonly kind: string;
    readonly amountMinor: number;
    readonly reason?: string;
  }[];
  readonly callbacks: readonly unknown[];
}

/** Returns the order's voucher as the processor has stored it. */
async function voucherOf(orderId: string): Promise<StoredVoucher | null> {
  return bench.processorDatabase
    .collection<StoredVoucher>('vouchers')
    .findOne({ reference: new RegExp(orderId.slice('ord_'.length)) } as object);
}

/** Returns the voucher's movements of money as texts: `received 525`, `returned 525 voucher_ended`. */
async function movementsOf(orderId: string): Promise<readonly string[]> {
  const voucher = await voucherOf(orderId);
  return (voucher?.ledger ?? []).map(({ kind, amountMinor, reason }) =>
    [kind, amountMinor, reason].filter((part) => part !== undefined).join(' '),
  );
}

async function inState(orderId: string, state: string) {
  await expect.poll(async () => (await merchant.query(orderId)).state, { interval: 50 }).toBe(state);
  return merchant.query(orderId);
}

/** Waits until the gateway has acknowledged all of the processor's callbacks. */
async function everythingReported(orderId: string): Promise<void> {
  await expect.poll(async () => (await voucherOf(orderId))?.callbacks).toEqual([]);
}

describe('a bank transfer by reference', () => {
  it('is offered in euros, if the order stays open for at least an hour', async () => {
    const codes = async (checkout: CheckoutClient) =>
      (await checkout.methods()).payment_methods.map(({ code }) => code);
    expect(await codes(await merchant.openCheckout(inEuros))).toContain(method);
    expect(await codes(await merchant.openCheckout())).not.toContain(method);
    const hurried = await bench.onboard();
    const checkout = await hurried.openCheckout(inEuros);
    expect(await codes(checkout)).not.toContain(method);
    expect(refusalOf(await checkout.init(method)).msg).toBe('PAYMENT_METHOD_UNAVAILABLE');
  });

  it('is awaited while only a part has arrived, and paid with the rest, with one event', async () => {
    const { checkout, page } = await waitingCheckout();
    const { orderId } = checkout;
    const { expires_at, livemode } = await checkout.order();
    expect(livemode).toBe(false);
    expect(await (await fetch(page)).text()).toContain(`datetime="${expires_at}"`);
    await pull(orderId, 'partial_payment');
    await everythingReported(orderId);
    expect((await checkout.status()).state).toBe('PAYING');
    expect(await movementsOf(orderId)).toEqual(['received 525']);
    await pull(orderId, 'payment_succeeded');
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    await pull(orderId, 'callback_repeated');
    await everythingReported(orderId);
    const events = await bench.receiver.eventsOf(orderId, 2);
    expect(events.map(({ event_type, data }) => `${event_type} ${data.amount}`)).toEqual([
      'order.payment.processing 10.5',
      'order.payment.succeeded 10.5',
    ]);
    expect(await merchant.query(orderId)).toMatchObject({
      payment_method: method,
      channel_type: 'SandboxVoucher',
    });
    const { merchant_transaction_id: number } = await merchant.query(orderId);
    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4, currency_code: 'EUR' });
    expect(await inState(orderId, 'PARTIAL_REFUND')).toMatchObject({ refunded_amount: 4 });
    expect(await movementsOf(orderId)).toEqual(['received 525', 'received 525', 'returned 400 refund']);
  });

  it('every page of an order gets the account, the reference and the deadline of its bank transfer (fault 59)', async () => {
    const { checkout, page } = await waitingCheckout();
    const { expires_at: expiresAt } = await checkout.order();
    const { action } = await checkout.status();
    expect(action).toEqual({
      transactionId: expect.any(String),
      kind: 'instructions',
      url: page,
      instructions: {
        account_holder: 'Kassa Sandbox',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        reference: expect.stringMatching(/^RF\d{14}$/),
      },
      expires_at: expiresAt,
    });
    expect((await checkout.order()).action).toEqual(action);
    await pull(checkout.orderId, 'payment_succeeded');
    expect((await checkout.result()).action).toBeNull();
  });

  it('of too much money pays the order, and the surplus is returned', async () => {
    const { checkout } = await waitingCheckout();
    await pull(checkout.orderId, 'amount_mismatch');
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    expect(await movementsOf(checkout.orderId)).toEqual(['received 1051', 'returned 1 surplus']);
  });

  it('can be replaced by another method once the consumer cancels it on its page', async () => {
    const { checkout, page } = await waitingCheckout();
    const { orderId } = checkout;
    expect(refusalOf(await checkout.init('card')).msg).toBe('PAYMENT_IN_PROGRESS');
    await pull(orderId, 'partial_payment');
    await pressButton(page, 'cancel');
    expect((await checkout.result()).state).toBe('PAY_FAIL');
    expect(await movementsOf(orderId)).toEqual(['received 525', 'returned 525 voucher_ended']);
    await checkout.payByCard('4242424242424242');
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    // A bank transfer that was already on its way arrives although the voucher was cancelled.
    await pull(orderId, 'second_payment');
    await expect.poll(() => movementsOf(orderId)).toContain('returned 1050 refund');
    expect(await merchant.query(orderId)).toMatchObject({ state: 'PAY_SUCCESS', refunded_amount: 0 });
  });

  it('of which only a part has arrived is returned when the order closes; a whole amount that arrives later is returned too', async () => {
    const clock = new TesterClock(bench);
    const { checkout } = await waitingCheckout();
    const { orderId } = checkout;
    await pull(orderId, 'partial_payment');
    await clock.advance(24 * 60 * 60 + 1);
    await inState(orderId, 'CLOSE');
    expect(await movementsOf(orderId)).toEqual(['received 525', 'returned 525 voucher_ended']);
    await pull(orderId, 'late_success');
    await expect
      .poll(async () => (await merchant.query(orderId)).refunds.map(({ status }) => status), {
        timeout: 90_000,
      })
      .toEqual([2]);
    expect(await movementsOf(orderId)).toEqual([
      'received 525',
      'returned 525 voucher_ended',
      'received 1050',
      'returned 1050 refund',
    ]);
    expect(await merchant.query(orderId)).toMatchObject({ state: 'CLOSE', refunded_amount: 0 });
    await everythingReported(orderId);
    const events = await bench.receiver.eventsOf(orderId, 1);
    expect(events.map(({ event_type }) => event_type)).not.toContain('order.payment.succeeded');
  });
});
