import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackServer } from '../support/loopback-server.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { OrdersToConclude } from './support/orders-to-conclude.ts';
import { openRunbook } from './support/runbook.ts';
import { TesterClock } from './support/tester-clock.ts';

/**
 * Each test causes a fault, waits for its alert, and runs the commands of the alert's runbook exactly as they are printed there.
 * Only the placeholders are replaced. The test ends with what the runbook calls the end of the fault.
 */

const note = 'Seen in the dashboard.';

let bench: GatewayBench;
let merchant: MerchantAccount;
let orders: OrdersToConclude;
let clock: TesterClock;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
  orders = new OrdersToConclude(bench, merchant);
  clock = new TesterClock(bench);
});
afterAll(() => bench.stop());

async function raised(kind: string, atLeast = 1): Promise<void> {
  await expect
    .poll(() => bench.metric(`kassa_alerts_total{kind="${kind}"}`), { interval: 50 })
    .toBeGreaterThanOrEqual(atLeast);
}

/** Closes an order, lets its payment succeed afterwards, and lets the return of the money fail. */
async function failedReturn() {
  const checkout = await merchant.openCheckout();
  const { orderId } = checkout;
  const pull = async (what: string) => expect((await merchant.trigger(orderId, what)).msg).toBe('success');
  const refunds = async () => (await merchant.query(orderId)).refunds;
  await checkout.initialised('sandbox_wallet');
  await checkout.submitted();
  await clock.advance(31 * 60);
  await expect.poll(async () => (await merchant.query(orderId)).state).toBe('CLOSE');
  await pull('refunds_held');
  await pull('late_success');
  await expect.poll(async () => (await merchant.trigger(orderId, 'refund_failed')).msg).toBe('success');
  await expect.poll(refunds).toMatchObject([{ status: 6 }]);
  await pull('refunds_released');
  const [refund] = (await orders.shown(orderId)).refunds;
  return { orderId, refundId: String(refund?.refund_id) };
}

describe('the runbook', () => {
  it('refund-unresolved leads to a refund with a result', async () => {
    const [unresolved] = await orders.unresolvedRefunds(1);
    const { orderId = '', refundId = '' } = unresolved ?? {};
    await raised('refund_unresolved');
    const runbook = openRunbook(bench, 'refund-unresolved', { 'order-id': orderId, 'refund-id': refundId });
    expect(await runbook.run('cases --kind refund_unresolved')).toContain(refundId);
    expect(await runbook.run('order show')).toContain(refundId);
    await runbook.run('refund conclude <refund-id> made', { '…': note });
    expect(await runbook.run('cases --kind refund_unresolved')).not.toContain(refundId);
    expect(await runbook.run('order show')).toContain('SUCCESS');
  });

  it('return-failed leads to a return that is made, and with it, cases-wait leads to an empty list', async () => {
    const { orderId, refundId } = await failedReturn();
    await raised('return_failed');
    await raised('money_returned');
    await clock.advance(25 * 3_600);
    const oldestCase = () => bench.metric('kassa_queue_oldest_seconds{queue="order_cases"}');
    await expect.poll(oldestCase).toBeGreaterThan(86_400);
    expect(await openRunbook(bench, 'money-returned', { 'order-id': orderId }).run('order show')).toContain(
      refundId,
    );
    const waiting = openRunbook(bench, 'cases-wait', {});
    expect(await waiting.run('cases')).toContain(orderId);
    const runbook = openRunbook(bench, 'return-failed', { 'order-id': orderId, 'refund-id': refundId });
    expect(await runbook.run('cases --kind return_failed')).toContain(refundId);
    expect(await runbook.run('order show')).toContain(refundId);
    await runbook.run('refund repeat');
    const over = () => runbook.run('cases --kind return_failed');
    await expect.poll(over).not.toContain(refundId);
    await expect
      .poll(async () => (await merchant.query(orderId)).refunds)
      .toMatchObject([{ status: 6 }, { status: 2 }]);
    expect(await waiting.run('cases')).not.toContain(orderId);
    await expect.poll(oldestCase).toBeLessThan(86_400);
  });

  it('result-quarantined leads to a settled case, and changes no money', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4000000000003220');
    await merchant.trigger(checkout.orderId, 'amount_mismatch');
    await raised('result_quarantined');
    const [waiting] = (await orders.shown(checkout.orderId)).cases;
    const caseId = String(waiting?.case_id);
    const runbook = openRunbook(bench, 'result-quarantined', {
      'order-id': checkout.orderId,
      'case-id': caseId,
      time: String(waiting?.since),
    });
    expect(await runbook.run('cases --kind result_set_aside')).toContain(caseId);
    expect(await runbook.run('order show')).toContain(caseId);
    await runbook.run('cases settle', { '…': note });
    expect(await openRunbook(bench, 'cases-wait', {}).run('cases')).not.toContain(caseId);
    expect(await merchant.query(checkout.orderId)).toMatchObject({ state: 'PAYING', refunds: [] });
  });

  it('dispute-unresolved leads out of IN_DISPUTE', async () => {
    const { orderId, dispute } = await orders.disputedOrder();
    // After a long time, the gateway first asks the channel, and opens the case only if a later answer is no better.
    await clock.advance(125 * 86_400);
    const raisedADayLater = async () => {
      await clock.advance(86_400);
      return bench.metric('kassa_alerts_total{kind="dispute_unresolved"}');
    };
    await expect.poll(raisedADayLater, { interval: 1_000 }).toBe(1);
    const runbook = openRunbook(bench, 'dispute-unresolved', { 'order-id': orderId, dispute });
    expect(await runbook.run('cases --kind dispute_unresolved')).toContain(orderId);
    expect(await runbook.run('order show')).toContain('IN_DISPUTE');
    await runbook.run('dispute conclude <order-id> <dispute> won', { '…': note });
    expect(await runbook.run('order show')).toContain('PAY_SUCCESS');
    expect((await merchant.query(orderId)).refunded_amount).toBe(0);
  });

  it('guesses-refused ends the leaked token, and the refusals end with the guesses', async () => {
    const created = await bench.admin('POST', '/admin/operators', {
      name: 'leaked@example.com',
      role: 'viewer',
    });
    const { token, token_id } = created.data as { token: string; token_id: string };
    const guess = async () => (await bench.admin('GET', '/admin/cases', undefined, { token: 'guess' })).msg;
    await expect.poll(guess, { interval: 1 }).toBe('RATE_LIMITED');
    await raised('guesses_refused');
    const runbook = openRunbook(bench, 'guesses-refused', { 'token-id': token_id });
    expect(await runbook.run('operators list')).toContain(token_id);
    await runbook.run('operators revoke');
    expect((await bench.admin('GET', '/admin/cases', undefined, { token })).msg).not.toBe('success');
  });
});

describe('the runbook about a receiver of webhooks', () => {
  let status = 200;
  const received: string[] = [];
  let receiver: LoopbackServer;
  beforeAll(async () => {
    receiver = await LoopbackServer.start((request, response) => {
      if (status === 200) received.push(String(request.headers['webhook-id']));
      response.writeHead(status).end();
    });
  });
  afterAll(() => receiver.stop());
  afterEach(() => {
    received.length = 0;
  });

  interface StoredEvent {
    readonly _id: string;
    readonly delivery: { readonly failures: number; readonly nextTryAt: Date | null };
  }

  /** Starts a payment of a new merchant, whose first event the receiver answers with the given status. */
  async function undelivered(answer: number) {
    status = answer;
    const shop = await bench.onboard({ webhook_url: receiver.url });
    const checkout = await shop.openCheckout();
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    const events = bench.database.collection<StoredEvent>('events');
    const event = () => events.findOne({ orderId: checkout.orderId });
    await expect.poll(async () => (await event())?.delivery.failures, { interval: 50 }).toBe(1);
    return { merchantId: shop.merchantId, eventId: String((await event())?._id), event };
  }

  it('webhook-switched-off leads to an enabled address that gets the missed event', async () => {
    const { merchantId, eventId } = await undelivered(410);
    await raised('webhook_switched_off');
    await raised('webhook_failed');
    const values = { 'merchant-id': merchantId, 'event-id': eventId };
    const runbook = openRunbook(bench, 'webhook-switched-off', values);
    expect(await runbook.run('merchant show')).toContain('switched off');
    status = 200;
    await runbook.run('webhooks switch-on');
    expect(await runbook.run('webhooks failed --merchant')).toContain(eventId);
    await runbook.run('webhooks resend');
    await expect.poll(() => received).toEqual([eventId]);
    expect(await runbook.run('merchant show')).not.toContain('switched off');
  });

  it('event-given-up leads to a delivered event', async () => {
    const { merchantId, eventId, event } = await undelivered(500);
    for (let failures = 1; ; failures += 1) {
      await expect.poll(async () => (await event())?.delivery.failures, { interval: 50 }).toBe(failures);
      const next = (await event())?.delivery.nextTryAt;
      if (next == null) break;
      await clock.to(next.toISOString());
    }
    await raised('event_given_up');
    const values = { 'merchant-id': merchantId, 'event-id': eventId };
    const runbook = openRunbook(bench, 'event-given-up', values);
    expect(await runbook.run('webhooks failed')).toContain(eventId);
    expect(await runbook.run('webhooks failed --merchant')).toContain(eventId);
    status = 200;
    await runbook.run('webhooks resend');
    await expect.poll(() => received).toEqual([eventId]);
    expect(await runbook.run('webhooks failed --merchant')).not.toContain(eventId);
  });
});
