import { describe, expect, test } from 'vitest';
import { type ComparedDay, dayInBooks, daysOfMoney } from '../../src/domain/archive/day-in-books.ts';
import {
  type ArchiveCandidate,
  lastChangeOf,
  obstacleToArchiving,
  QUIET_SECONDS,
} from '../../src/domain/archive/obstacle-to-archiving.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Difference, Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import {
  closed,
  disputed,
  failed,
  opened,
  orderIn,
  paid,
  submitted,
  withRefund,
} from '../builders/orders.ts';
import { disputeOn, lateOn, refundedOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';

const before = after(365 * 86_400);
const now = after(10 * 365 * 86_400);

function candidate(order: PaymentOrder, facts: Partial<ArchiveCandidate> = {}): ArchiveCandidate {
  return {
    order: { ...order, outbox: [] },
    isParked: false,
    isDeliveryPending: false,
    isCallbackWaiting: false,
    daysInBooks: ['agrees'],
    ...facts,
  };
}

const obstacleTo = (order: PaymentOrder, facts: Partial<ArchiveCandidate> = {}) =>
  obstacleToArchiving(candidate(order, facts), before, now);

describe('an order may be archived', () => {
  test.each([
    ['closed', closed(submitted())],
    ['paid', paid()],
    ['failed', failed()],
    ['refunded', orderIn.REFUNDED()],
    ['refunded in part', orderIn.PARTIAL_REFUND()],
    ['won in dispute', disputeOn('2026-11-22T10:00:00Z', disputed(), 'won', 'dsp_1')],
    ['lost in dispute', disputeOn('2026-11-22T10:00:00Z', disputed(), 'lost', 'dsp_1')],
  ])('if it is %s and nothing about it is open', (_name, order) => {
    expect(obstacleTo(order)).toBeNull();
  });
});

describe('an order stays in the database', () => {
  test.each([
    ['while it can be paid', opened(), 'not_ended'],
    ['while it is being paid', submitted(), 'not_ended'],
    ['while a refund waits to be sent', withRefund(paid(), { amountMinor: 1 }), 'refund_under_way'],
    [
      'while a refund is at the channel',
      withRefund(paid(), { amountMinor: 1, state: 'PROCESSING' }),
      'refund_under_way',
    ],
    ['while it is in dispute', disputed(), 'dispute_open'],
    [
      'while a late payment goes back',
      lateOn('2026-11-22T10:00:00Z', { merchantId: 'mer_1', number: 'T1' }),
      'refund_under_way',
    ],
  ])('%s', (_name, order, obstacle) => {
    expect(obstacleTo(order)).toBe(obstacle);
  });

  test('while an event of it is not in the event log', () => {
    const order = paid();
    expect(order.outbox).not.toEqual([]);
    expect(obstacleToArchiving({ ...candidate(order), order }, before, now)).toBe('work_planned');
  });

  test('while an operator has to look at it', () => {
    const [attempt] = paid().attempts;
    if (attempt === undefined) throw new Error('no attempt');
    const order = { ...paid(), attempts: [{ ...attempt, unresolvedSince: after(100) }] };
    expect(obstacleTo(order)).toBe('case_open');
  });

  test('if it changed at the given moment or later', () => {
    const order = refundedOn(before.toISOString(), paid(), 'R1', 100);
    expect(obstacleTo(order)).toBe('changed_since');
    expect(obstacleToArchiving(candidate(order), new Date(before.getTime() + 1), now)).toBeNull();
  });

  test('until 540 days after its last change', () => {
    const order = paid();
    const quietFrom = lastChangeOf(order);
    expect(quietFrom).toEqual(order.expiresAt);
    const free = new Date(quietFrom.getTime() + QUIET_SECONDS * 1_000);
    expect(obstacleToArchiving(candidate(order), before, new Date(free.getTime() - 1))).toBe(
      'may_be_disputed',
    );
    expect(obstacleToArchiving(candidate(order), before, free)).toBeNull();
  });

  test.each([
    ['its work is parked', { isParked: true }, 'parked'],
    ['an event is still to be delivered', { isDeliveryPending: true }, 'delivery_pending'],
    ['a callback about it waits', { isCallbackWaiting: true }, 'callback_waiting'],
    ['a day is not reconciled', { daysInBooks: ['agrees', 'not_reconciled'] }, 'not_reconciled'],
    ['the books of a day differ', { daysInBooks: ['agrees', 'differs'] }, 'books_differ'],
  ] as const)('while %s', (_name, facts, obstacle) => {
    expect(obstacleTo(paid(), facts)).toBe(obstacle);
  });
});

describe('the days of an order', () => {
  test('are those on which its money moved, at the channel that moved it', () => {
    const order = refundedOn('2026-11-25T10:00:00Z', paid(), 'R1', 100);
    expect(daysOfMoney(order)).toEqual([
      { channelId: 'Sandbox', date: '2026-11-21' },
      { channelId: 'Sandbox', date: '2026-11-25' },
    ]);
    expect(daysOfMoney(closed())).toEqual([]);
  });

  const agreeing: Reconciliation = {
    counts: { missing_here: 0, missing_there: 0, amount: 0, state: 0 },
    differences: [],
    pendingCount: 0,
    pending: [],
    agreed: [],
    agreedAcrossDays: 0,
    foreign: 0,
  };
  const finding: Difference = {
    kind: 'amount',
    subject: 'payment',
    reference: 'txn_1',
    orderId: 'ord_1',
    channelReference: null,
    here: null,
    there: null,
    detail: null,
  };
  const differing = { ...agreeing, counts: { ...agreeing.counts, amount: 1 }, differences: [finding] };
  const compared = (reconciliation: Reconciliation, overrides: Partial<ComparedDay> = {}): ComparedDay => ({
    reconciliation,
    isFinal: true,
    at: new Date('2026-11-22T05:00:00Z'),
    ...overrides,
  });
  const late = { at: new Date('2026-12-22T05:00:00Z') };

  test.each([
    ['agrees', 'with the last comparison', compared(agreeing)],
    [
      'agrees',
      'if only another order differs',
      compared({ ...differing, differences: [{ ...finding, orderId: 'ord_2' }] }),
    ],
    ['differs', 'if the order differs', compared(differing)],
    ['differs', 'if there are more differences than listed', compared({ ...differing, differences: [] })],
    [
      'differs',
      'if the order’s money was pending to the last',
      compared({ ...agreeing, pendingCount: 1, pending: [finding] }, late),
    ],
    ['not_reconciled', 'without a comparison', undefined],
    ['not_reconciled', 'if the day was not over', compared(agreeing, { isFinal: false })],
    [
      'not_reconciled',
      'if the books were not closed',
      compared(agreeing, { at: new Date('2026-11-22T01:00:00Z') }),
    ],
    [
      'not_reconciled',
      'while the day is compared again',
      compared({ ...agreeing, pendingCount: 1, pending: [finding] }),
    ],
  ] as const)('%s %s', (stands, _name, day) => {
    expect(dayInBooks('ord_1', '2026-11-21', day)).toBe(stands);
  });
});
