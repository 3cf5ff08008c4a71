import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckoutClient, cardOf } from './support/checkout-client.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  other = await bench.startAnother();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

/** Submits a card whose bank asks for 3-D Secure. */
async function challenged() {
  const checkout = await merchant.openCheckout();
  const { transactionId } = await checkout.initialised('card');
  await checkout.submitted(cardOf('4000000000003220'));
  return { checkout, transactionId };
}

async function eventTypesOf({ orderId }: CheckoutClient, count: number): Promise<readonly string[]> {
  const events = await bench.receiver.eventsOf(orderId, count);
  return events.map(({ event_type }) => event_type);
}

describe('a consumer who closed 3-D Secure', () => {
  it('a consumer who has closed 3-D Secure cancels the attempt and pays in another way (fault 60)', async () => {
    const { checkout, transactionId } = await challenged();
    expect(await checkout.status()).toMatchObject({
      state: 'PAYING',
      transactionId,
      awaiting_result_until: expect.any(String),
    });
    const failed = { state: 'PAY_FAIL', failure: { category: 'cancelled_by_consumer' } };
    const idle = { action: null, transactionId: null, awaiting_result_until: null };
    expect(await checkout.cancelled(transactionId)).toMatchObject({ ...failed, ...idle });
    expect(await checkout.cancelled(transactionId)).toMatchObject(failed);
    expect(await checkout.order()).toMatchObject({ state: 'PAY_FAIL', ...idle });
    await checkout.payByCard('4242424242424242');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    expect(await checkout.cancelled(transactionId)).toMatchObject({ state: 'PAY_SUCCESS' });
    const events = await bench.receiver.eventsOf(checkout.orderId, 4);
    expect(events[1]).toMatchObject({
      event_type: 'order.payment.failed',
      data: { failure: { code: 'cancelled_by_consumer' } },
    });
    expect(await eventTypesOf(checkout, 4)).toEqual([
      'order.payment.processing',
      'order.payment.failed',
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
  });

  it('and presses twice, on two instances, cancels one attempt once', async () => {
    const { checkout, transactionId } = await challenged();
    const { orderId, session } = checkout;
    const elsewhere = new CheckoutClient({ orderId, session, baseUrl: other.checkoutUrl });
    const answers = await Promise.all([
      checkout.cancelled(transactionId),
      elsewhere.cancelled(transactionId),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ state: 'PAY_FAIL' });
    expect(await eventTypesOf(checkout, 2)).toEqual(['order.payment.processing', 'order.payment.failed']);
  });

  it('cannot cancel an attempt that another page has replaced', async () => {
    const { checkout, transactionId } = await challenged();
    await checkout.cancelled(transactionId);
    await checkout.initialised('sandbox_wallet');
    const answer = await checkout.cancel(transactionId);
    expect(refusalOf(answer)).toMatchObject({ msg: 'ATTEMPT_SUPERSEDED' });
    expect((await checkout.cancel('txn_of_nobody')).msg).toBe('ATTEMPT_SUPERSEDED');
  });

  it('cannot cancel the attempt of another session’s order', async () => {
    const [first, second] = [await challenged(), await challenged()];
    expect((await second.checkout.cancel(first.transactionId)).msg).toBe('ATTEMPT_SUPERSEDED');
    expect(await first.checkout.status()).toMatchObject({ state: 'PAYING' });
  });

  it('learns until when the result is awaited if the processor gives no answer', async () => {
    const { checkout, transactionId } = await challenged();
    await bench.processor.stop();
    const answer = await checkout.cancel(transactionId);
    expect(answer).toMatchObject({
      status: 409,
      msg: 'PAYMENT_IN_PROGRESS',
      error: { awaiting_result_until: expect.any(String) },
    });
    const { expires_at, awaiting_result_until } = await checkout.order();
    expect(awaiting_result_until).toBe(answer.error?.awaiting_result_until);
    expect(Date.parse(awaiting_result_until ?? '')).toBeGreaterThan(Date.parse(expires_at));
    expect(await checkout.status()).toMatchObject({ state: 'PAYING', transactionId });
    expect((await checkout.init('sandbox_wallet')).msg).toBe('PAYMENT_IN_PROGRESS');
  });
});
