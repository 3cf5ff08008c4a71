import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench, pressButton } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

/**
 * These instances have no worker, so nobody closes expired orders. In production, an order is in this state only for a moment;
 * here, it stays expired but open for the whole test.
 */
let bench: GatewayBench;
let merchant: MerchantAccount;
let clock: TesterClock;
beforeAll(async () => {
  bench = await GatewayBench.start({ variables: { KASSA_ROLES: 'api' } });
  merchant = await bench.onboard();
  clock = new TesterClock(bench);
});
afterAll(() => bench.stop());

describe('an order that has expired and is not closed', () => {
  it.each(['opened', 'submitted'] as const)('is paid by a payment that was %s before', async (step) => {
    const checkout = await merchant.openCheckout();
    const { paymentUrl } = await checkout.initialised('sandbox_wallet');
    if (step === 'submitted') await checkout.submitted();
    await clock.advance(31 * 60);

    expect((await pressButton(paymentUrl, 'pay')).status).toBe(303);
    await expect.poll(async () => (await checkout.status()).state).toBe('PAY_SUCCESS');
    const order = await merchant.query(checkout.orderId);
    expect(order).toMatchObject({ state: 'PAY_SUCCESS', closed_at: null, refunds: [] });
    expect(Date.parse(order.paid_at ?? '')).toBeGreaterThan(Date.parse(order.expires_at));
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ data }) => data.state)).toEqual(['PAYING', 'PAY_SUCCESS']);
  });

  it('accepts no new payment, and no submission of an opened one', async () => {
    const [fresh, initialised] = [await merchant.openCheckout(), await merchant.openCheckout()];
    await initialised.initialised('card');
    await clock.advance(31 * 60);
    expect((await fresh.init('card')).msg).toBe('ORDER_EXPIRED');
    expect((await initialised.init('sandbox_wallet')).msg).toBe('ORDER_EXPIRED');
    expect((await initialised.submit(cardOf('4242424242424242'))).msg).toBe('ORDER_EXPIRED');
    expect((await initialised.status()).state).toBe('INIT');
  });
});
