import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readStripeBooks } from '../../src/adapters/outbound/channels/stripe/stripe-books.ts';
import { readDispute } from '../../src/adapters/outbound/channels/stripe/stripe-dispute-reports.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { afterChange, latest } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const DAY_MS = 86_400_000;

const move = (id: string, amount: number, at: string) => ({
  id,
  type: 'adjustment',
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  amount,
  fee: 0,
  net: amount,
  currency: 'usd',
  created: Date.parse(at) / 1000,
});
const withdrawn = move('txn_1', -10_000, '2026-11-12T10:00:00Z');
const reinstated = move('txn_2', 3_000, '2026-11-20T10:00:00Z');

/** A dispute over the whole of a payment of which 30.00 had been refunded. */
const dispute = (status: string, moves: readonly object[]) =>
  ({
    id: 'dp_1',
    object: 'dispute',
    amount: 10_000,
    currency: 'usd',
    status,
    reason: 'fraudulent',
    payment_intent: 'pi_1',
    balance_transactions: moves,
  }) as unknown as Stripe.Dispute;

function told(order: PaymentOrder, at: string, status: string, ...moves: readonly object[]): PaymentOrder {
  const reading = readDispute(dispute(status, moves));
  if (reading.kind !== 'ended') throw new Error(reading.kind);
  const { attemptId } = latest(order);
  return afterChange(applyDisputeReport(order, attemptId, reading.result, new Date(at)));
}

test('the order, the settlement report and Stripe’s books agree on a dispute that is partly won (fault 91)', async () => {
  const paid = paidOn('2026-11-10T10:00:00Z', { merchantId: 'mer_1', number: 'T1' });
  const refunded = refundedOn('2026-11-11T10:00:00Z', paid, 'R1', 3_000);
  const opened = told(refunded, '2026-11-12T10:00:00Z', 'needs_response', withdrawn);
  const lost = told(opened, '2026-11-20T09:59:00Z', 'lost', withdrawn);
  expect(openCases(lost).map(({ kind }) => kind)).toEqual(['returned_too_much']);
  const order = told(lost, '2026-11-20T10:00:00Z', 'lost', withdrawn, reinstated);
  expect([order.state, refundedMinor(order), openCases(order)]).toEqual(['REFUNDED', 10_000, []]);
  const settled = moneyMovesOf(order).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
  expect(settled).toBe(10_000 - 3_000 + withdrawn.amount + reinstated.amount);

  const ledger = [withdrawn, reinstated].map((transaction) => ({
    ...transaction,
    source: dispute('lost', [withdrawn, reinstated]),
  }));
  const stripe = {
    balanceTransactions: {
      list: async ({ created }: { created: { gte: number; lt: number } }) => ({
        has_more: false,
        data: ledger.filter((each) => each.created >= created.gte && each.created < created.lt),
      }),
    },
    paymentIntents: {
      retrieve: async () => ({
        metadata: { kassa_attempt_id: latest(order).attemptId },
        amount_received: 10_000,
      }),
    },
  } as unknown as Stripe;
  for (const [date, agreedMinor] of [
    ['2026-11-12', []],
    ['2026-11-20', [7_000n]],
  ] as const) {
    const from = new Date(`${date}T00:00:00Z`);
    const statement = await readStripeBooks(stripe, { from, before: new Date(from.getTime() + DAY_MS) });
    if (statement.kind !== 'statement') throw new Error(statement.detail);
    const bench = reconciliationBench([order], new Date('2026-11-30T05:00:00Z'));
    bench.channel.lines = [...statement.lines];
    const { differences, pending, agreed } = await bench.reconcile(date);
    expect([differences, pending]).toEqual([[], []]);
    expect(agreed.map(({ sumMinor }) => sumMinor)).toEqual(agreedMinor);
  }
});
