import { describe, expect, test } from 'vitest';
import { checkLedgers, type Invariant, invariants } from '../../faults/ledgers/check-ledgers.ts';
import type {
  ChannelPayment,
  GatewayOrder,
  GatewayRefund,
  Ledgers,
  Receipt,
} from '../../faults/ledgers/ledgers.ts';

/** Tests the fault harness's comparison of ledgers with manipulated ledgers. It must find each contradiction. */

const hash = 'a'.repeat(32);
const orderId = `ord_${hash}`;
const attemptId = `txn_${hash}_1`;
const secondAttemptId = `txn_${hash}_2`;

const refund: GatewayRefund = {
  refundId: `rfd_${hash}_1`,
  number: 'R1',
  amountMinor: 400,
  state: 'SUCCESS',
  attemptId,
  isAutomatic: false,
};

const order: GatewayOrder = {
  orderId,
  number: 'T1',
  state: 'PARTIAL_REFUND',
  amountMinor: 1_000,
  currency: 'USD',
  paidByAttemptId: attemptId,
  attempts: [{ attemptId, state: 'SUCCEEDED' }],
  refunds: [refund],
  lostToDisputeMinor: 0,
  hasOpenDispute: false,
  lastSequence: 3,
  outbox: [],
};

const payment: ChannelPayment = {
  id: 'sbx_pay_1',
  reference: attemptId,
  status: 'succeeded',
  amountMinor: 1_000,
  currency: 'USD',
  refunds: [{ reference: refund.refundId, status: 'succeeded', amountMinor: 400 }],
  dispute: null,
};

function receipt(sequence: number, isAcknowledged = true): Receipt {
  return {
    webhookId: `evt_${hash}_${sequence}`,
    eventId: `evt_${hash}_${sequence}`,
    eventType: 'order.payment.succeeded',
    orderId,
    sequence,
    body: `{"sequence":${sequence}}`,
    receivedAtMs: sequence,
    isAcknowledged,
  };
}

const eventOf = (sequence: number) => ({
  eventId: `evt_${hash}_${sequence}`,
  orderId,
  sequence,
  state: 'delivered',
});

interface Doctoring {
  readonly orders?: readonly GatewayOrder[];
  readonly sequences?: readonly number[];
  readonly payments?: readonly ChannelPayment[];
  readonly receipts?: readonly Receipt[];
  readonly acknowledged?: Partial<Ledgers['acknowledged']>;
}

function ledgersWith(doctoring: Doctoring): Ledgers {
  return {
    gateway: {
      orders: doctoring.orders ?? [order],
      events: (doctoring.sequences ?? [1, 2, 3]).map(eventOf),
    },
    channel: { payments: doctoring.payments ?? [payment] },
    receipts: doctoring.receipts ?? [receipt(1), receipt(2), receipt(3)],
    acknowledged: {
      orders: [{ orderId, number: 'T1', amountMinor: 1_000 }],
      refunds: [{ orderId, number: 'R1', amountMinor: 400 }],
      refusedRefunds: [{ orderId, number: 'R9' }],
      ...doctoring.acknowledged,
    },
  };
}

const changed = (changes: Partial<GatewayOrder>): readonly GatewayOrder[] => [{ ...order, ...changes }];
const refunded = (changes: Partial<GatewayRefund>) => changed({ refunds: [{ ...refund, ...changes }] });
const paid = (changes: Partial<ChannelPayment>): readonly ChannelPayment[] => [{ ...payment, ...changes }];
const [madeRefund] = payment.refunds;
if (madeRefund === undefined) throw new Error('the payment has a refund');
const closed = { state: 'CLOSE', refunds: [], lastSequence: 0, paidByAttemptId: null } as const;
const untold = { sequences: [], receipts: [], acknowledged: { refunds: [] } } as const;

interface Case {
  readonly name: string;
  readonly doctoring: Doctoring;
  readonly found: Invariant;
}

const cases: readonly Case[] = [
  {
    name: 'an acknowledged order is gone',
    doctoring: { orders: [], payments: [] },
    found: 'acknowledged_order_exists',
  },
  {
    name: 'an acknowledged order has another amount',
    doctoring: { acknowledged: { orders: [{ orderId, number: 'T1', amountMinor: 999 }] } },
    found: 'acknowledged_order_exists',
  },
  {
    name: 'an acknowledged refund is gone',
    doctoring: { acknowledged: { refunds: [{ orderId, number: 'R2', amountMinor: 100 }] } },
    found: 'acknowledged_refund_exists',
  },
  {
    name: 'a refund that was refused is there',
    doctoring: { acknowledged: { refusedRefunds: [{ orderId, number: 'R1' }] } },
    found: 'refused_refund_is_nowhere',
  },
  {
    name: 'refunds go beyond the amount',
    doctoring: {
      orders: changed({ refunds: [refund, { ...refund, refundId: `rfd_${hash}_2`, amountMinor: 601 }] }),
    },
    found: 'refunds_fit',
  },
  {
    name: 'a pending refund goes beyond the amount',
    doctoring: {
      orders: changed({
        refunds: [refund, { ...refund, refundId: `rfd_${hash}_2`, amountMinor: 601, state: 'PROCESSING' }],
      }),
    },
    found: 'refunds_fit',
  },
  {
    name: 'the channel returned more than was paid',
    doctoring: { payments: paid({ refunds: [{ ...madeRefund, amountMinor: 1_001 }] }) },
    found: 'money_returned_fits',
  },
  {
    name: 'a refund was made twice',
    doctoring: { payments: paid({ refunds: [madeRefund, madeRefund] }) },
    found: 'refund_made_once',
  },
  {
    name: 'a refund never came to the channel',
    doctoring: { payments: paid({ refunds: [] }) },
    found: 'refund_made_once',
  },
  {
    name: 'a refund was made over another amount',
    doctoring: { payments: paid({ refunds: [{ ...madeRefund, amountMinor: 300 }] }) },
    found: 'refund_made_once',
  },
  {
    name: 'a refund was taken from another payment',
    doctoring: { orders: refunded({ attemptId: secondAttemptId }) },
    found: 'refund_made_once',
  },
  {
    name: 'the channel made a refund that failed here',
    doctoring: { orders: refunded({ state: 'FAILED' }) },
    found: 'refund_states_agree',
  },
  {
    name: 'the channel made a refund that was cancelled here',
    doctoring: { orders: refunded({ state: 'CANCELLED' }) },
    found: 'refund_states_agree',
  },
  {
    name: 'the channel failed a refund that succeeded here',
    doctoring: { payments: paid({ refunds: [{ ...madeRefund, status: 'failed' }] }) },
    found: 'refund_states_agree',
  },
  {
    name: 'the channel has a refund that nobody asked for',
    doctoring: { payments: paid({ refunds: [madeRefund, { ...madeRefund, reference: `rfd_${hash}_7` }] }) },
    found: 'no_unknown_money',
  },
  {
    name: 'the channel has a payment of an order that does not exist',
    doctoring: { payments: [payment, { ...payment, reference: `txn_${'b'.repeat(32)}_1` }] },
    found: 'no_unknown_money',
  },
  {
    name: 'the channel has a payment of an attempt that does not exist',
    doctoring: {
      payments: [payment, { ...payment, reference: secondAttemptId, status: 'failed', refunds: [] }],
    },
    found: 'no_unknown_money',
  },
  {
    name: 'a second payment was kept',
    doctoring: {
      orders: changed({ attempts: [...order.attempts, { attemptId: secondAttemptId, state: 'SUCCEEDED' }] }),
      payments: [payment, { ...payment, reference: secondAttemptId, refunds: [] }],
    },
    found: 'paid_once',
  },
  {
    name: 'an attempt was charged twice',
    doctoring: { payments: [payment, { ...payment, id: 'sbx_pay_2', status: 'failed', refunds: [] }] },
    found: 'paid_once',
  },
  {
    name: 'a paid order’s payment failed at the channel',
    doctoring: { payments: paid({ status: 'failed' }) },
    found: 'paid_once',
  },
  {
    name: 'another amount was paid',
    doctoring: { payments: paid({ amountMinor: 900 }) },
    found: 'paid_once',
  },
  {
    name: 'a closed order keeps a late payment',
    doctoring: { ...untold, orders: changed(closed), payments: paid({ refunds: [] }) },
    found: 'unpaid_keeps_nothing',
  },
  {
    name: 'an order counts as unrefunded after a refund',
    doctoring: { orders: changed({ state: 'PAY_SUCCESS' }) },
    found: 'order_state_fits_refunds',
  },
  {
    name: 'an order counts as refunded before all is back',
    doctoring: { orders: changed({ state: 'REFUNDED' }) },
    found: 'order_state_fits_refunds',
  },
  {
    name: 'a dispute at the channel is unknown here',
    doctoring: { payments: paid({ dispute: 'open' }) },
    found: 'order_state_fits_refunds',
  },
  {
    name: 'a dispute that the channel calls lost took nothing here',
    doctoring: { payments: paid({ dispute: 'lost' }) },
    found: 'order_state_fits_refunds',
  },
  {
    name: 'an order is paying in the end',
    doctoring: { ...untold, orders: changed({ ...closed, state: 'PAYING' }), payments: [] },
    found: 'nothing_left_underway',
  },
  {
    name: 'a refund is under way in the end',
    doctoring: {
      orders: refunded({ state: 'PROCESSING' }),
      payments: paid({ refunds: [{ ...madeRefund, status: 'pending' }] }),
    },
    found: 'nothing_left_underway',
  },
  {
    name: 'an event was not relayed',
    doctoring: { orders: changed({ outbox: [3] }) },
    found: 'nothing_left_underway',
  },
  { name: 'an event is missing', doctoring: { sequences: [1, 3] }, found: 'events_without_gaps' },
  { name: 'an event is there twice', doctoring: { sequences: [1, 2, 2, 3] }, found: 'events_without_gaps' },
  {
    name: 'an event was sent that is none',
    doctoring: { receipts: [receipt(1), receipt(2), receipt(3), receipt(4)] },
    found: 'events_without_gaps',
  },
  {
    name: 'an event never arrived',
    doctoring: { receipts: [receipt(1), receipt(2)] },
    found: 'event_reached_merchant',
  },
  {
    name: 'an event arrived and was never acknowledged',
    doctoring: { receipts: [receipt(1), receipt(2), receipt(3, false)] },
    found: 'event_reached_merchant',
  },
  {
    name: 'an event came again under another ID',
    doctoring: { receipts: [receipt(1), receipt(2), receipt(3), { ...receipt(3), webhookId: 'evt_other' }] },
    found: 'event_is_stable',
  },
  {
    name: 'an event came again with another text',
    doctoring: { receipts: [receipt(1), receipt(2), receipt(3), { ...receipt(3), body: '{}' }] },
    found: 'event_is_stable',
  },
  {
    name: 'an event was sent under an ID that is not in the log',
    doctoring: { receipts: [receipt(1), receipt(2), { ...receipt(3), webhookId: 'evt_other' }] },
    found: 'event_is_stable',
  },
  {
    name: 'an event overtook the one before',
    doctoring: { receipts: [receipt(1), receipt(3), receipt(2)] },
    found: 'events_in_order',
  },
  {
    name: 'an event overtook one that had failed twice',
    doctoring: { receipts: [receipt(1), receipt(2, false), receipt(2, false), receipt(3), receipt(2)] },
    found: 'events_in_order',
  },
];

describe('the checker of ledgers', () => {
  test('finds nothing in ledgers that agree', () => {
    expect(checkLedgers(ledgersWith({}))).toEqual([]);
  });

  test('finds nothing if an event overtook one that had failed three times', () => {
    const tries = [receipt(2, false), receipt(2, false), receipt(2, false)];
    const receipts = [receipt(1), ...tries, receipt(3), receipt(2)];
    expect(checkLedgers(ledgersWith({ receipts }))).toEqual([]);
  });

  test('finds nothing if a late payment was returned automatically', () => {
    const returned: GatewayRefund = { ...refund, amountMinor: 1_000, isAutomatic: true };
    const orders = changed({ ...closed, refunds: [returned] });
    const payments = paid({ refunds: [{ ...madeRefund, amountMinor: 1_000 }] });
    expect(checkLedgers(ledgersWith({ ...untold, orders, payments }))).toEqual([]);
  });

  test.each(cases)('finds that $name', ({ doctoring, found }) => {
    const violations = checkLedgers(ledgersWith(doctoring)).map(({ invariant }) => invariant);
    expect(violations).toContain(found);
  });

  test('is tested with every invariant', () => {
    expect(new Set(cases.map(({ found }) => found))).toEqual(new Set(Object.keys(invariants)));
  });
});
