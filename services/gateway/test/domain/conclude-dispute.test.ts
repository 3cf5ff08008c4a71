import type { DisputeConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { type ConcludedDispute, concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  disputed,
  eventsOf,
  latest,
  money,
  opened,
  paid,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const DAY = 86_400;
const now = after(90 * DAY);

function concluded(decision: ConcludedDispute): PaymentOrder {
  if (decision.kind !== 'concluded') throw new Error(decision.reason);
  return decision.order;
}

function reported(order: PaymentOrder, kind: 'opened' | 'won' | 'lost', seconds = 95 * DAY) {
  const report = { kind, channelReference: 'dsp_1', amount: order.dispute?.amount ?? money(10_000) };
  return applyDisputeReport(order, latest(order).attemptId, report, after(seconds));
}

/** What an operator found about the dispute that `disputed` and `reported` create. */
const theOne = (outcome: DisputeConclusion) => ({ channelReference: 'dsp_1', outcome, note: 'Seen.' });

const partlyRefunded = () => withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' });

describe('a dispute whose outcome its channel never reports', () => {
  test.each<[string, 'won' | 'lost', PaymentOrder]>([
    ['over everything', 'won', disputed()],
    ['over everything', 'lost', disputed()],
    ['over a part', 'won', disputed(paid(), 4_000)],
    ['over a part', 'lost', disputed(paid(), 4_000)],
    ['of a partly refunded order', 'won', disputed(partlyRefunded(), 7_000)],
    ['of a partly refunded order', 'lost', disputed(partlyRefunded(), 7_000)],
    ['that waits for its payment', 'won', afterChange(reported(submitted(), 'opened', 25))],
    ['that waits for its payment', 'lost', afterChange(reported(submitted(), 'opened', 25))],
  ])('%s ends as the channel’s own report would end it: %s', (_case, outcome, order) => {
    const next = concluded(concludeDispute(order, theOne(outcome), now));
    const told = afterChange(reported(order, outcome, 90 * DAY));
    expect(next).toEqual({ ...told, dispute: { ...told.dispute, isFoundByOperator: true } });
    expect(next.dispute).toMatchObject({ state: outcome, resolvedAt: now });
  });

  test.each([
    ['won', 'PAY_SUCCESS', 0, 'order.dispute.won', ['payment', 'dispute', 'dispute_reversal']],
    ['lost', 'REFUNDED', 10_000, 'order.dispute.lost', ['payment', 'dispute']],
  ] as const)(
    '%s: the order changes its state, and the merchant gets an event',
    (outcome, state, refunded, event, moves) => {
      const next = concluded(concludeDispute(disputed(), theOne(outcome), now));
      expect(next.state).toBe(state);
      expect(refundedMinor(next)).toBe(refunded);
      expect(eventsOf(next).at(-1)).toBe(event);
      expect(moneyMovesOf(next).map(({ kind }) => kind)).toEqual(moves);
    },
  );

  test('that waits for its payment moves the order once the payment arrives', () => {
    const lost = concluded(
      concludeDispute(afterChange(reported(submitted(), 'opened', 25)), theOne('lost'), now),
    );
    expect(lost.state).toBe('PAYING');
    const told = applyPaymentResult(lost, latest(lost).attemptId, succeeded(), after(91 * DAY));
    expect(afterChange(told).state).toBe('REFUNDED');
  });
});

test.each([
  ['won', 'lost'],
  ['lost', 'won'],
] as const)('after %s by the operator, a report that it is %s is set aside as a case', (outcome, other) => {
  const before = concluded(concludeDispute(disputed(), theOne(outcome), now));
  expect(reported(before, outcome).kind).toBe('unchanged');
  expect(reported(before, 'opened').kind).toBe('unchanged');
  const told = afterChange(reported(before, other));
  expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside' }]);
  expect(told).toMatchObject({ state: before.state, dispute: before.dispute, outbox: before.outbox });
});

test.each<[string, PaymentOrder, ConcludedDispute]>([
  ['an order without a dispute', paid(), { kind: 'refused', reason: 'no_dispute' }],
  ['an unpaid order without a dispute', opened(), { kind: 'refused', reason: 'no_dispute' }],
  [
    'a dispute that is won',
    afterChange(reported(disputed(), 'won')),
    { kind: 'refused', reason: 'ended', recorded: { outcome: { kind: 'won' }, since: after(95 * DAY) } },
  ],
])('%s cannot be concluded', (_case, order, refusal) => {
  expect(concludeDispute(order, theOne('won'), now)).toEqual(refusal);
  // A won dispute that was lost after all is tested in found-otherwise.test.ts, a lost one that was won in lowered-loss.test.ts.
  if (order.dispute?.state !== 'won') expect(concludeDispute(order, theOne('lost'), now)).toEqual(refusal);
});

describe('an operator who has looked at one dispute', () => {
  const opened = { kind: 'opened', channelReference: 'dsp_2', amount: money(10_000) } as const;
  const isWon = afterChange(reported(disputed(), 'won'));
  const reopened = afterChange(applyDisputeReport(isWon, latest(isWon).attemptId, opened, after(96 * DAY)));

  test.each(['won', 'lost'] as const)('does not end another that was opened meanwhile, as %s', (outcome) => {
    expect(concludeDispute(reopened, theOne(outcome), now)).toEqual({
      kind: 'refused',
      reason: 'another',
      channelReference: 'dsp_2',
    });
  });

  test('ends it by naming it', () => {
    const next = concluded(
      concludeDispute(reopened, { channelReference: 'dsp_2', outcome: 'lost', note: 'Seen.' }, now),
    );
    expect(next).toMatchObject({
      dispute: { channelReference: 'dsp_2', state: 'lost' },
      wonDisputes: [{ channelReference: 'dsp_1' }],
    });
  });
});
