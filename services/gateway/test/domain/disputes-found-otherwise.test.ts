import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { settledUnseen } from '../builders/cases-settled-unseen.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import {
  afterChange,
  eventsOf,
  latest,
  money,
  opened,
  paid,
  refundNumbered,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const DAY = 86_400;
const now = after(40 * DAY);

function concluded<Conclusion extends { readonly kind: string }>(conclusion: Conclusion): PaymentOrder {
  if ('order' in conclusion) return conclusion.order as PaymentOrder;
  throw new Error(JSON.stringify(conclusion));
}

type Told = readonly [kind: DisputeReport['kind'], amountMinor?: number, channelReference?: string];

function report(order: PaymentOrder, [kind, amountMinor = 4_000, channelReference = 'dsp_1']: Told, at = 35) {
  const { attemptId } = latest(order);
  return applyDisputeReport(
    order,
    attemptId,
    { kind, channelReference, amount: money(amountMinor) },
    after(at * DAY),
  );
}

function told(...reports: readonly Told[]): PaymentOrder {
  return reports.reduce((order, each) => afterChange(report(order, each, 20)), paid());
}

function found(order: PaymentOrder, finding: Partial<DisputeFinding> = {}) {
  const { channelReference = 'dsp_1' } = finding;
  const named = { channelReference, note: 'Seen.', ...correcting(order, channelReference) };
  return concludeDispute(order, { outcome: 'lost', ...named, ...finding }, now);
}

/** Makes an order with two payments. The second one is being returned, and the channel reports a dispute of it. */
function disputedSecondPayment(): PaymentOrder {
  const first = submitted();
  const isWaiting = afterChange(
    applyPaymentResult(first, latest(first).attemptId, { kind: 'cancelled' }, after(25)),
  );
  const order = paid(submitted(opened(isWaiting)));
  const { attemptId } = first.attempts[0] ?? latest(first);
  const twice = afterChange(applyPaymentResult(order, attemptId, succeeded(), after(60)));
  const dispute = { kind: 'lost', channelReference: 'dsp_1', amount: money(4_000) } as const;
  return afterChange(applyDisputeReport(twice, attemptId, dispute, after(70)));
}

describe('a dispute that was reported won and lost', () => {
  const wonThenLost = () => told(['opened'], ['won'], ['lost']);

  test('is a case again if the channel repeats its report after an operator has settled the case', () => {
    const order = settledUnseen(wonThenLost());
    const again = afterChange(report(order, ['lost']));
    expect(openCases(again)).toMatchObject([{ kind: 'result_set_aside', since: after(35 * DAY) }]);
    expect(report(again, ['lost'], 36).kind).toBe('unchanged');
  });

  test('counts for good once the operator finds that it was lost', () => {
    const lost = concluded(found(wonThenLost()));
    expect(lost).toMatchObject({
      state: 'PARTIAL_REFUND',
      dispute: { channelReference: 'dsp_1', state: 'lost', openedAt: now, resolvedAt: now },
      wonDisputes: [{ channelReference: 'dsp_1', state: 'won' }],
    });
    expect([refundedMinor(lost), refundableMinor(lost)]).toEqual([4_000, 6_000]);
    expect(openCases(lost)).toEqual([]);
    expect(eventsOf(lost).slice(-2)).toEqual(['order.dispute.opened', 'order.dispute.lost']);
    expect(moneyMovesOf(lost).map(({ signedMinor }) => signedMinor)).toEqual([10_000, -4_000, 4_000, -4_000]);
    expect(report(lost, ['lost']).kind).toBe('unchanged');
    expect(openCases(afterChange(report(lost, ['won'])))).toMatchObject([{ kind: 'result_set_aside' }]);
  });

  test('can be found lost by an operator without a report, over the disputed amount', () => {
    const lost = concluded(found(told(['opened'], ['won'])));
    expect(lost.dispute?.state).toBe('lost');
    expect(refundedMinor(lost)).toBe(lost.dispute?.amount.amountMinor);
  });

  test('counts once, however often it is concluded', () => {
    expect(found(concluded(found(wonThenLost())))).toMatchObject({
      reason: 'ended',
      recorded: { outcome: { kind: 'lost' } },
    });
  });
});

describe('a lost dispute that its channel never reported', () => {
  const lost = money(4_000);

  test('counts once the operator names the amount', () => {
    const next = concluded(found(paid(), { lost }));
    expect(next).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost', amount: lost } });
    expect([refundedMinor(next), refundableMinor(next)]).toEqual([4_000, 6_000]);
    expect(eventsOf(next).slice(-2)).toEqual(['order.dispute.opened', 'order.dispute.lost']);
    expect(moneyMovesOf(next).map(({ signedMinor }) => signedMinor)).toEqual([10_000, -4_000]);
    for (const late of ['opened', 'lost'] as const) expect(report(next, [late]).kind).toBe('unchanged');
    expect(openCases(afterChange(report(next, ['won'])))).toMatchObject([{ kind: 'result_set_aside' }]);
  });

  test('withdraws a refund that has not reached its channel', () => {
    const next = concluded(found(withRefund(paid(), { number: 'R1', amountMinor: 10_000 }), { lost }));
    expect(refundNumbered(next, 'R1')).toMatchObject({
      state: 'CANCELLED',
      failure: { code: 'dispute_opened' },
    });
  });

  test('counts beside a dispute that was reported and is over', () => {
    const next = concluded(found(told(['opened'], ['lost']), { channelReference: 'dsp_2', lost }));
    expect(refundedMinor(next)).toBe(8_000);
  });

  test('counts although the channel reported that it was won while another dispute was open', () => {
    const behind = told(['opened'], ['won', 3_000, 'dsp_2'], ['won']);
    const next = concluded(found(behind, { channelReference: 'dsp_2', lost: money(3_000) }));
    expect(next.dispute).toMatchObject({ channelReference: 'dsp_2', state: 'lost' });
    expect(refundableMinor(next)).toBe(7_000);
  });

  test.each<[string, PaymentOrder, Partial<DisputeFinding>, string]>([
    ['without an amount', paid(), {}, 'no_dispute'],
    ['while another is open', told(['opened']), { channelReference: 'dsp_2', lost }, 'another'],
    ['of an order that is not paid', submitted(), { lost }, 'no_dispute'],
    ['of another payment of the order', disputedSecondPayment(), { lost }, 'no_dispute'],
  ])('is not concluded %s', (_case, order, finding, reason) => {
    expect(found(order, finding)).toMatchObject({ kind: 'refused', reason });
  });
});

describe('a dispute that was lost over more than was reported first', () => {
  test('counts the rest once the operator finds the loss', () => {
    const lost = concluded(found(told(['opened'], ['lost'], ['lost', 6_000]), { lost: money(6_000) }));
    expect([refundedMinor(lost), refundableMinor(lost)]).toEqual([6_000, 4_000]);
    expect(openCases(lost)).toEqual([]);
    expect(report(lost, ['lost', 6_000]).kind).toBe('unchanged');
  });

  test('is concluded over the amount that the operator names, while it is open', () => {
    const lost = concluded(found(told(['opened']), { lost: money(2_500) }));
    expect(refundedMinor(lost)).toBe(2_500);
  });

  test.each<[string, PaymentOrder]>([
    ['open', told(['opened'], ['opened', 4_500])],
    ['lost', told(['opened'], ['lost'], ['lost', 6_000])],
    [
      'lost, and its opening is reported over another amount first',
      told(['opened'], ['opened', 4_500], ['lost']),
    ],
    ['only reported', told(['opened', 1_000, 'dsp_2'], ['opened', 4_500], ['lost'], ['won', 1_000, 'dsp_2'])],
  ])('is not concluded without an amount if a report names another one: %s', (_case, order) => {
    expect(found(order)).toEqual({ kind: 'refused', reason: 'amount_needed' });
    // The operator has settled the reports, so the amounts that they name no longer matter.
    expect(found(settledUnseen(order))).not.toMatchObject({ reason: 'amount_needed' });
  });

  test('is not concluded without an amount if the reported one cannot be right', () => {
    const order = told(['opened'], ['won'], ['lost', 20_001]);
    expect(found(order)).toEqual({ kind: 'refused', reason: 'amount_needed' });
    expect(refundedMinor(concluded(found(order, { lost: money(4_000) })))).toBe(4_000);
  });

  test.each([
    ['more than was paid', money(10_001)],
    ['another currency', money(4_000, 'EUR')],
  ])('is not concluded over %s', (_case, lost) => {
    expect(found(told(['opened']), { lost })).toEqual({ kind: 'refused', reason: 'amount_impossible' });
  });
});

describe('a command that ends a dispute as lost and is given again, because its answer was lost,', () => {
  test.each<[string, PaymentOrder, Partial<DisputeFinding>]>([
    ['without an amount', told(['opened']), {}],
    ['with the amount that the bank took', told(['opened'], ['opened', 4_500]), { lost: money(4_000) }],
    ['of a dispute that was won', told(['opened'], ['won']), {}],
    ['of a dispute that was never reported', paid(), { lost: money(4_000) }],
    ['over more than was recorded', told(['opened'], ['lost', 3_000]), { lost: money(4_000) }],
  ])('records nothing more: %s', (_case, order, finding) => {
    const first = concluded(found(order, finding));
    expect([refundedMinor(first), refundableMinor(first)]).toEqual([4_000, 6_000]);
    expect(found(first, finding)).toMatchObject({ reason: 'ended', recorded: { outcome: { kind: 'lost' } } });
  });

  test('records nothing more after the dispute’s opening was reported over another amount', () => {
    const order = settledUnseen(told(['opened'], ['opened', 4_500]));
    const first = concluded(found(order));
    expect(refundedMinor(first)).toBe(4_000);
    expect(found(first)).toMatchObject({ reason: 'ended', recorded: { outcome: { kind: 'lost' } } });
  });

  test('records nothing more after another dispute was lost', () => {
    const first = concluded(found(told(['opened'])));
    const both = concluded(found(first, { channelReference: 'dsp_2', lost: money(1_000) }));
    expect(found(both)).toMatchObject({ reason: 'ended', recorded: { outcome: { kind: 'lost' } } });
  });
});

describe('a dispute whose outcome was set aside while another was open', () => {
  test.each<[string, readonly Told[]]>([
    ['won', [['won', 6_000, 'dsp_2']]],
    [
      'won and lost, and an operator has looked',
      [
        ['won', 6_000, 'dsp_2'],
        ['lost', 6_000, 'dsp_2'],
      ],
    ],
  ])('is not opened by a late report: %s', (_case, outcomes) => {
    const order = afterChange(report(settledUnseen(told(['opened'], ...outcomes)), ['won']));
    expect(order.state).toBe('PAY_SUCCESS');
    expect(report(order, ['opened', 6_000, 'dsp_2']).kind).toBe('unchanged');
  });

  test('is a case if it was won and is reported as lost', () => {
    const order = told(['opened'], ['won', 6_000, 'dsp_2'], ['won']);
    const next = afterChange(report(settledUnseen(order), ['lost', 6_000, 'dsp_2']));
    expect(openCases(next)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(concluded(found(next, { channelReference: 'dsp_2' }))).toMatchObject({ state: 'PARTIAL_REFUND' });
  });
});
