import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readDispute } from '../../src/adapters/outbound/channels/stripe/stripe-dispute-reports.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { demand, latest, money, paid } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { after } from '../builders/times.ts';

/** A dispute's status, and the amounts of its balance transactions. */
type Snapshot = readonly [status: string, moves: readonly number[]];

const dispute = ([status, moves]: Snapshot) =>
  ({
    id: 'dp_1',
    amount: 10_000,
    currency: 'usd',
    status,
    reason: 'fraudulent',
    balance_transactions: moves.map((amount) => ({
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
      amount,
      currency: 'usd',
    })),
  }) as unknown as Stripe.Dispute;

function told(snapshots: readonly Snapshot[]): PaymentOrder {
  return snapshots.reduce((order, snapshot, index) => {
    const reading = readDispute(dispute(snapshot));
    if (reading.kind !== 'ended') throw new Error(reading.kind);
    const applied = applyDisputeReport(order, latest(order).attemptId, reading.result, after(50 + index));
    return applied.kind === 'changed' ? applied.order : order;
  }, paid());
}

const refundOf = (order: PaymentOrder) => decideRefund(order, demand('R', money(10_000)), after(95)).kind;

const opened: Snapshot = ['needs_response', [-10_000]];
const won: Snapshot = ['won', [-10_000, 10_000]];
const inquiry: Snapshot = ['warning_needs_response', []];

test.each<[string, readonly Snapshot[]]>([
  ['a closed inquiry becomes a chargeback', [inquiry, ['warning_closed', []], opened]],
  ['the money is taken again', [opened, won, ['under_review', [-10_000, 10_000, -10_000]]]],
  ['a part is taken again', [opened, won, ['under_review', [-10_000, 10_000, -6_000]]]],
  [
    'the bank appeals and takes the money again',
    [opened, won, ['appeal_under_review', [-10_000, 10_000, -10_000]]],
  ],
  [
    'the bank appeals before it takes the money again',
    [opened, won, ['appeal_under_review', [-10_000, 10_000]]],
  ],
])(
  'a dispute at Stripe that goes on after its win is a case and holds refunds, in whatever sequence the reports arrive (fault 16): %s',
  (_case, snapshots) => {
    for (const sequence of permutations(snapshots)) {
      const order = told(sequence);
      expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
    }
  },
);

test.each<[string, readonly Snapshot[]]>([
  ['an inquiry that is closed', [inquiry, ['warning_closed', []]]],
  ['an inquiry that became a chargeback', [inquiry, opened, won]],
  [
    'money taken twice',
    [opened, ['under_review', [-10_000, 10_000, -10_000]], ['won', [-10_000, 10_000, -10_000, 10_000]]],
  ],
  ['the merchant’s appeal', [opened, ['appeal_under_review', [-10_000]], won]],
])('a dispute at Stripe ends with the win of its latest stage: %s', (_case, snapshots) => {
  const order = told(snapshots);
  expect([order.state, openCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
});
