import { compileValidator, OperatorOrder, sandboxTriggers } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';
import { TesterClock } from './support/tester-clock.ts';

const readOrder = compileValidator(OperatorOrder);

const declinedCard = '4000000000000002';
const threeDSecureCard = '4000000000003220';

let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
let clock: TesterClock;

beforeAll(async () => {
  bench = await GatewayBench.start();
  other = await bench.startAnother();
  merchant = await bench.onboard();
  clock = new TesterClock(bench);
});
afterAll(() => bench.stop());

async function pull(orderId: string, what: string): Promise<void> {
  const answer = await merchant.trigger(orderId, what);
  expect(answer.msg, answer.text).toBe('success');
  expect(answer.data).toMatchObject({ order_id: orderId, what });
}

async function inState(orderId: string, state: string) {
  await expect.poll(async () => (await merchant.query(orderId)).state, { interval: 50 }).toBe(state);
  return merchant.query(orderId);
}

/** Returns the types and states of an order's events. The events must have arrived in their sequence. */
async function eventsOf(orderId: string, count: number): Promise<readonly string[]> {
  const events = await bench.receiver.eventsOf(orderId, count);
  expect(events.map(({ data }) => data.sequence)).toEqual(events.map((_, index) => index + 1));
  return events.map(({ event_type, data }) => `${event_type.replace('order.', '')} ${data.state}`);
}

/** Refunds as the processor knows them. */
async function processorRefunds(orderId: string) {
  const payments = await bench.processorDatabase
    .collection('payments')
    .find({ reference: new RegExp(orderId.slice('ord_'.length)) })
    .toArray();
  return payments.flatMap(({ refunds }) => refunds);
}

async function refunds(orderId: string) {
  return (await merchant.query(orderId)).refunds;
}

/** Returns how often an alert was raised, on both instances together. */
async function alerts(kind: string): Promise<number> {
  const line = `kassa_alerts_total{kind="${kind}"}`;
  return (await bench.metric(line)) + (await bench.metric(line, other));
}

const paidEvents = ['payment.processing PAYING', 'payment.succeeded PAY_SUCCESS'];

describe('a trigger', () => {
  it('works for the merchant’s own orders only', async () => {
    const { order_id: orderId } = await merchant.paidOrder();
    const stranger = await bench.onboard();
    const refused = refusalOf(await stranger.trigger(orderId, 'dispute_opened'));
    expect(refused).toEqual({ msg: 'ORDER_NOT_FOUND', fields: ['order_id'] });
    expect(refusalOf(await merchant.trigger(`ord_${'0'.repeat(32)}`, 'dispute_opened'))).toEqual(refused);
    expect((await merchant.query(orderId)).state).toBe('PAY_SUCCESS');
  });

  it.each([
    [{ what: 'dispute_opened' }, ['order_id']],
    [{ order_id: `ord_${'0'.repeat(32)}` }, ['what']],
    [{ order_id: 'T1', what: 'dispute_opened' }, ['order_id']],
    [{ order_id: `ord_${'0'.repeat(32)}`, what: 'earthquake' }, ['what']],
    [{ order_id: { $gt: '' }, what: 'dispute_opened' }, ['order_id']],
  ])('with %j is refused, by merchant interface and operations port', async (body, fields) => {
    const refused = { msg: 'INVALID_REQUEST', fields };
    expect(refusalOf(await merchant.client.call('POST', '/api/merchant/sandbox/trigger', body))).toEqual(
      refused,
    );
    expect(refusalOf(await bench.admin('POST', '/admin/sandbox/trigger', body))).toEqual(refused);
  });

  it('works for any order if the operator calls it', async () => {
    const { order_id } = await merchant.paidOrder();
    const body = { order_id, what: 'dispute_opened' };
    const answer = await bench.admin('POST', '/admin/sandbox/trigger', body);
    expect(answer.data).toEqual({ ...body, state: 'PAY_SUCCESS' });
    await inState(order_id, 'IN_DISPUTE');
  });

  it.each(sandboxTriggers)(
    '%s is refused with a reason on an order that nobody began to pay',
    async (what) => {
      const orderId = String((await merchant.create()).data.order_id);
      const refused = await merchant.trigger(orderId, what);
      expect(refused.msg).toBe('TRIGGER_NOT_POSSIBLE');
      expect(refused.error?.detail).toContain(`${what} is not possible: the order is in state INIT. `);
    },
  );

  it.each([
    ['payment_succeeded', 'No payment is under way'],
    ['late_success', 'second_payment'],
    ['second_payment', 'The order has no other payment that could succeed as well.'],
    ['dispute_won', 'no open dispute'],
    ['refund_failed', 'no pending refund'],
    ['refunds_released', 'not held'],
  ])('%s on a paid order says what is missing', async (what, reason) => {
    const { order_id } = await merchant.paidOrder();
    const refused = await merchant.trigger(order_id, what);
    expect(refused.msg).toBe('TRIGGER_NOT_POSSIBLE');
    expect(refused.error?.detail).toContain('PAY_SUCCESS');
    expect(refused.error?.detail).toContain(reason);
  });
});

describe('a payment under way', () => {
  it.each([
    ['payment_succeeded', 'sandbox_wallet', 'PAY_SUCCESS'],
    ['payment_failed', 'sandbox_wallet', 'PAY_FAIL'],
    ['payment_succeeded', 'bank_transfer', 'PAY_SUCCESS'],
    ['payment_failed', 'bank_transfer', 'PAY_FAIL'],
  ])('%s ends it by %s', async (what, method, state) => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised(method);
    await checkout.submitted();
    await pull(checkout.orderId, what);
    await inState(checkout.orderId, state);
  });

  it.each([
    ['payment_succeeded', 'PAY_SUCCESS'],
    ['payment_failed', 'PAY_FAIL'],
  ])('%s ends it while it waits for 3-D Secure', async (what, state) => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard(threeDSecureCard);
    await pull(checkout.orderId, what);
    await inState(checkout.orderId, state);
  });

  it('fault 18: a report with an amount other than the payment’s leaves the payment unchanged and is stored for an operator, who gets an alert', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard(threeDSecureCard);
    const before = await alerts('result_quarantined');
    await pull(checkout.orderId, 'amount_mismatch');
    await expect
      .poll(
        async () =>
          (await bench.database.collection('orders').findOne({ _id: checkout.orderId as never }))?.order
            .quarantine,
      )
      .toMatchObject([{ reported: { amountMinor: 1_051 } }]);
    const order = await merchant.query(checkout.orderId);
    expect(order).toMatchObject({ state: 'PAYING', refunded_amount: 0, refunds: [] });
    expect(await eventsOf(checkout.orderId, 1)).toEqual(['payment.processing PAYING']);
    await expect.poll(() => alerts('result_quarantined')).toBe(before + 1);
  });
});

/** Lets money arrive and its return fail, which opens a case. Returns the return's ID. */
async function failedReturn(orderId: string, how: string): Promise<string> {
  await pull(orderId, 'refunds_held');
  await pull(orderId, how);
  await expect.poll(() => processorRefunds(orderId)).toMatchObject([{ status: 'pending' }]);
  await pull(orderId, 'refund_failed');
  await expect.poll(() => refunds(orderId)).toMatchObject([{ automatic: true, amount: 10.5, status: 6 }]);
  const { cases, refunds: returns } = await orderSeenByOperator(orderId);
  expect(cases).toMatchObject([{ kind: 'return_failed' }]);
  return String(returns[0]?.refund_id);
}

async function orderSeenByOperator(orderId: string) {
  return read(readOrder, await bench.admin('GET', `/admin/orders/${orderId}`));
}

describe('money that comes late or twice', () => {
  it('fault 19: if a payment succeeds after the order was closed, it is returned automatically; the payment query shows the return, and the order stays closed', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    await clock.advance(31 * 60);
    await inState(checkout.orderId, 'CLOSE');
    await pull(checkout.orderId, 'late_success');
    await expect
      .poll(() => refunds(checkout.orderId))
      .toMatchObject([{ automatic: true, amount: 10.5, status: 2 }]);
    expect((await merchant.query(checkout.orderId)).state).toBe('CLOSE');
    expect(await eventsOf(checkout.orderId, 1)).toEqual(['payment.processing PAYING']);
    expect(await processorRefunds(checkout.orderId)).toMatchObject([
      { amountMinor: 1_050, status: 'succeeded' },
    ]);
  });

  it('fault 19: if a payment succeeds after it was reported as failed, it pays the order', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard(declinedCard);
    await inState(checkout.orderId, 'PAY_FAIL');
    await pull(checkout.orderId, 'late_success');
    expect(await inState(checkout.orderId, 'PAY_SUCCESS')).toMatchObject({ refunds: [], failure: null });
    expect(await eventsOf(checkout.orderId, 3)).toEqual([
      'payment.processing PAYING',
      'payment.failed PAY_FAIL',
      'payment.succeeded PAY_SUCCESS',
    ]);
  });

  it('fault 19: a second payment for a paid order is returned automatically', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard(declinedCard);
    await inState(checkout.orderId, 'PAY_FAIL');
    await checkout.payByCard('4242424242424242');
    await inState(checkout.orderId, 'PAY_SUCCESS');
    await pull(checkout.orderId, 'second_payment');
    await expect
      .poll(() => refunds(checkout.orderId))
      .toMatchObject([{ automatic: true, amount: 10.5, status: 2 }]);
    expect(await merchant.query(checkout.orderId)).toMatchObject({
      state: 'PAY_SUCCESS',
      refunded_amount: 0,
      refundable_amount: 10.5,
    });
  });

  it('fails to go back when its return is refused: that is a case, which a repeated return resolves', async () => {
    const checkout = await merchant.openCheckout();
    const { orderId } = checkout;
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    await clock.advance(31 * 60);
    await inState(orderId, 'CLOSE');
    const refundId = await failedReturn(orderId, 'late_success');
    await pull(orderId, 'refunds_released');
    expect((await bench.admin('POST', `/admin/refunds/${refundId}/repeat`)).msg).toBe('success');
    await expect
      .poll(() => refunds(orderId))
      .toMatchObject([{ status: 6 }, { automatic: true, amount: 10.5, status: 2 }]);
    expect((await orderSeenByOperator(orderId)).cases).toEqual([]);
    expect((await merchant.query(orderId)).state).toBe('CLOSE');
  });

  it('fails to go back a second time as well, without touching the payment that counts', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard(declinedCard);
    await inState(checkout.orderId, 'PAY_FAIL');
    await checkout.payByCard('4242424242424242');
    await inState(checkout.orderId, 'PAY_SUCCESS');
    await failedReturn(checkout.orderId, 'second_payment');
    expect(await merchant.query(checkout.orderId)).toMatchObject({
      state: 'PAY_SUCCESS',
      refunded_amount: 0,
      refundable_amount: 10.5,
    });
  });

  it('fault 15: a callback that was already applied changes nothing when it is repeated', async () => {
    const { order_id: orderId, version } = await merchant.paidOrder();
    await eventsOf(orderId, 2);
    for (let times = 0; times < 3; times += 1) {
      await expect
        .poll(async () => (await merchant.trigger(orderId, 'callback_repeated')).msg)
        .toBe('success');
    }
    // The next change has the next version number, so the repeated callbacks changed nothing.
    await pull(orderId, 'dispute_opened');
    const order = await inState(orderId, 'IN_DISPUTE');
    expect(order.version).toBe(version + 1);
    expect(await eventsOf(orderId, 3)).toEqual([...paidEvents, 'dispute.opened IN_DISPUTE']);
  });
});

describe('refunds that are held', () => {
  it('continue once they are released', async () => {
    const { order_id: orderId, merchant_transaction_id } = await merchant.paidOrder();
    await pull(orderId, 'refunds_held');
    const asked = { original_transaction_id: merchant_transaction_id, amount: 3 };
    const { transaction_id } = await merchant.acceptedRefund(asked);
    await expect.poll(() => processorRefunds(orderId)).toMatchObject([{ status: 'pending' }]);
    await pull(orderId, 'refunds_released');
    await expect.poll(async () => (await merchant.queryRefund(transaction_id)).status).toBe(2);
    await merchant.acceptedRefund({ ...asked, amount: 7.5 });
    await inState(orderId, 'REFUNDED');
  });
});

describe('a dispute', () => {
  it.each([
    ['dispute_won', 'dispute.won PAY_SUCCESS', 0],
    ['dispute_lost', 'dispute.lost REFUNDED', 10.5],
  ])('of a paid order ends by %s, with its events in order', async (what, lastEvent, refunded) => {
    const { order_id: orderId } = await merchant.paidOrder();
    await pull(orderId, 'dispute_opened');
    await inState(orderId, 'IN_DISPUTE');
    await pull(orderId, what);
    const order = await inState(orderId, lastEvent.split(' ')[1] ?? '');
    expect(order.refunded_amount).toBe(refunded);
    expect(await eventsOf(orderId, 4)).toEqual([...paidEvents, 'dispute.opened IN_DISPUTE', lastEvent]);
  });

  it.each([
    ['dispute_won', 'dispute.won PARTIAL_REFUND', 3],
    ['dispute_lost', 'dispute.lost REFUNDED', 10.5],
  ])('of a partly refunded order ends by %s, with its events in order', async (what, lastEvent, refunded) => {
    const { order_id: orderId, merchant_transaction_id } = await merchant.paidOrder();
    await merchant.acceptedRefund({ original_transaction_id: merchant_transaction_id, amount: 3 });
    await inState(orderId, 'PARTIAL_REFUND');
    await pull(orderId, 'dispute_opened');
    await inState(orderId, 'IN_DISPUTE');
    await pull(orderId, what);
    const order = await inState(orderId, lastEvent.split(' ')[1] ?? '');
    expect(order.refunded_amount).toBe(refunded);
    expect(await eventsOf(orderId, 5)).toEqual([
      ...paidEvents,
      'refund.succeeded PARTIAL_REFUND',
      'dispute.opened IN_DISPUTE',
      lastEvent,
    ]);
  });

  it('fault 21: during a dispute, refunds are refused with ORDER_IN_DISPUTE; after a won dispute, they are accepted again', async () => {
    const { order_id: orderId, merchant_transaction_id } = await merchant.paidOrder();
    await pull(orderId, 'dispute_opened');
    await inState(orderId, 'IN_DISPUTE');
    const refund = {
      transaction_id: `R-${orderId}`,
      original_transaction_id: merchant_transaction_id,
      amount: 1,
    };
    expect((await merchant.refund(refund)).msg).toBe('ORDER_IN_DISPUTE');
    await pull(orderId, 'dispute_won');
    await inState(orderId, 'PAY_SUCCESS');
    // The ID of the refused refund can be used again.
    await merchant.acceptedRefund(refund);
    expect((await inState(orderId, 'PARTIAL_REFUND')).refunded_amount).toBe(1);
  });

  it.each([
    ['refund_succeeded', 'dispute_lost', 'REFUNDED', 10.5],
    ['refund_succeeded', 'dispute_won', 'PARTIAL_REFUND', 3],
    ['refund_failed', 'dispute_won', 'PAY_SUCCESS', 0],
  ])(
    'fault 21: if a refund is pending at the channel when a dispute opens, it still gets its result: %s, then %s, in %s',
    async (refundEnd, disputeEnd, state, refunded) => {
      const { order_id: orderId, merchant_transaction_id } = await merchant.paidOrder();
      await pull(orderId, 'refunds_held');
      const asked = { original_transaction_id: merchant_transaction_id, amount: 3 };
      const { transaction_id } = await merchant.acceptedRefund(asked);
      // Wait until the refund is pending at the processor, so that the dispute cannot overtake it.
      await expect.poll(() => processorRefunds(orderId)).toMatchObject([{ status: 'pending' }]);
      await pull(orderId, 'dispute_opened');
      await inState(orderId, 'IN_DISPUTE');
      await pull(orderId, refundEnd);
      const isMade = refundEnd === 'refund_succeeded';
      await expect.poll(async () => (await merchant.queryRefund(transaction_id)).status).toBe(isMade ? 2 : 6);
      expect((await merchant.query(orderId)).state).toBe('IN_DISPUTE');
      await pull(orderId, disputeEnd);
      expect((await inState(orderId, state)).refunded_amount).toBe(refunded);
      const events = await eventsOf(orderId, 5);
      expect(events.slice(2)).toEqual([
        'dispute.opened IN_DISPUTE',
        `${isMade ? 'refund.succeeded' : 'refund.failed'} IN_DISPUTE`,
        `${disputeEnd === 'dispute_won' ? 'dispute.won' : 'dispute.lost'} ${state}`,
      ]);
    },
  );
});
