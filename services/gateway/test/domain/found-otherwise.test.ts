import type { RefundConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund, type RefundFinding } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundResult, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import {
  afterChange,
  clocksAt,
  disputed,
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
import { unresolvedRefund, unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const now = after(40 * DAY);

/**
 * Returns the order after an operator has settled all its cases. An earlier version of the gateway also let an operator settle a
 * loss behind an open dispute.
 */
function settled(order: PaymentOrder, seconds = 30 * DAY): PaymentOrder {
  const settled = openCases(order).map((open) => ({ ...open, at: after(seconds), note: 'Seen.' }));
  return { ...order, settledCases: [...order.settledCases, ...settled] };
}

/** Applies the channel's report that the order's last refund was made. */
function reportedMade(order: PaymentOrder, amountMinor?: number, seconds = 25 * DAY) {
  const refund = order.refunds.at(-1);
  const returned = amountMinor === undefined ? refund?.amount : money(amountMinor);
  const result = { kind: 'succeeded', returned: returned ?? money(1) } as const;
  return applyRefundResult(order, refund?.refundId ?? '', result, after(seconds));
}

function foundRefund(order: PaymentOrder, outcome: RefundConclusion, more: Partial<RefundFinding> = {}) {
  const lookedAt = addSeconds(now, 60);
  const finding = { outcome, lookedAt, note: 'Seen.', ...more };
  return concludeRefund(order, order.refunds.at(-1)?.refundId ?? '', finding, { now, realNow: lookedAt });
}

function concluded<Conclusion extends { readonly kind: string }>(conclusion: Conclusion): PaymentOrder {
  if ('order' in conclusion) return conclusion.order as PaymentOrder;
  throw new Error(JSON.stringify(conclusion));
}

const failed = () => withRefund(paid(), { number: 'R1', amountMinor: 4_000, state: 'FAILED' });
const withdrawn = () => disputed(withRefund(paid(), { number: 'R1', amountMinor: 4_000 }), 1_000);

describe('a refund that ended without money', () => {
  test('is a case again if the channel repeats that it was made, after an operator has settled the case', () => {
    const order = settled(afterChange(reportedMade(failed())));
    expect(refundableMinor(order)).toBe(10_000);
    const again = afterChange(reportedMade(order, undefined, 31 * DAY));
    expect(openCases(again)).toMatchObject([{ kind: 'result_set_aside', since: after(31 * DAY) }]);
    expect(refundableMinor(again)).toBe(6_000);
    expect(reportedMade(again, undefined, 32 * DAY).kind).toBe('unchanged');
  });

  test.each([
    ['failed', failed(), 'PARTIAL_REFUND', 6_000],
    ['withdrawn by a dispute', withdrawn(), 'IN_DISPUTE', 6_000],
  ])('counts for good once the operator finds that it was made: %s', (_case, order, state, refundable) => {
    const made = concluded(foundRefund(afterChange(reportedMade(order)), 'made'));
    expect(refundNumbered(made, 'R1')).toMatchObject({ state: 'SUCCESS', failure: null, completedAt: now });
    expect(made.state).toBe(state);
    expect(openCases(made)).toEqual([]);
    expect([refundedMinor(made), refundableMinor(made)]).toEqual([4_000, refundable]);
    expect(eventsOf(made).at(-1)).toBe('order.refund.succeeded');
    expect(moneyMovesOf(made)).toContainEqual(
      expect.objectContaining({ kind: 'refund', signedMinor: -4_000, at: now }),
    );
    expect(reportedMade(made, undefined, 41 * DAY).kind).toBe('unchanged');
  });

  test.each(['made', 'made_by_hand'] as const)(
    'can be found %s by an operator without a report',
    (outcome) => {
      const made = concluded(foundRefund(failed(), outcome));
      expect(refundNumbered(made, 'R1').state).toBe('SUCCESS');
      expect([refundedMinor(made), refundableMinor(made)]).toEqual([4_000, 6_000]);
    },
  );

  test.each([
    ['before the channel reported the failure', { lookedAt: after(50) }, ['result_set_aside']],
    ['at a time that the operator does not name', { lookedAt: undefined }, ['result_set_aside']],
    ['afterwards', {}, []],
  ])(
    'if an operator concludes a failed refund as made, a case opens unless the operator saw the refund after the failure was reported (fault 84): %s',
    (_case, look, cases) => {
      const made = concluded(foundRefund(failed(), 'made', look as object));
      expect(openCases(made).map(({ kind }) => kind)).toEqual(cases);
      expect(made.version).toBe(failed().version + 1);
      expect(concluded(foundRefund(failed(), 'made_by_hand', look as object)).quarantine).toEqual([]);
    },
  );

  test('can be found made after an operator had found that it was not', () => {
    const { order } = unresolvedRefund(true);
    const made = concluded(foundRefund(concluded(foundRefund(order, 'not_made')), 'made'));
    expect(made.state).toBe('PARTIAL_REFUND');
    expect(eventsOf(made).slice(-2)).toEqual(['order.refund.failed', 'order.refund.succeeded']);
  });

  test('cannot be found failed a second time', () => {
    expect(foundRefund(afterChange(reportedMade(failed())), 'not_made')).toMatchObject({ reason: 'ended' });
  });

  test('is a case if the channel has it although the operator found that it was not made', () => {
    const { order, refundId } = unresolvedRefund(true);
    const notMade = concluded(foundRefund(order, 'not_made'));
    const told = afterChange(recordRefundReference(notMade, refundId, 'ref_1', clocksAt(after(41 * DAY))));
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(refundableMinor(told)).toBe(7_000);
  });

  test('that is a return can be made by hand, and is then in the books', () => {
    const { order } = unresolvedReturn(true);
    const notMade = concluded(foundRefund(order, 'not_made'));
    expect(openCases(notMade)).toMatchObject([{ kind: 'return_failed' }]);
    const byHand = concluded(foundRefund(notMade, 'made_by_hand'));
    expect(openCases(byHand)).toEqual([]);
    expect(moneyMovesOf(byHand).at(-1)).toMatchObject({ kind: 'automatic_refund', signedMinor: -10_000 });
  });
});

describe('a refund whose money an operator may have returned by hand', () => {
  test('is a case if its channel makes it after its case was settled, and its amount is held twice', () => {
    const order = settled(unresolvedRefund(true).order);
    const made = afterChange(reportedMade(order, undefined, 31 * DAY));
    expect(made).toMatchObject({ state: 'PARTIAL_REFUND', version: order.version + 1 });
    expect(openCases(made)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(refundableMinor(made)).toBe(4_000);
    expect(refundableMinor(settled(made, 32 * DAY))).toBe(7_000);
    expect(reportedMade(made, undefined, 33 * DAY).kind).toBe('unchanged');
  });

  test('is a case once if its channel makes it after it was concluded as made by hand', () => {
    const byHand = concluded(foundRefund(unresolvedRefund(true).order, 'made_by_hand'));
    expect(openCases(byHand)).toEqual([]);
    const made = afterChange(reportedMade(byHand, undefined, 41 * DAY));
    expect(openCases(made)).toMatchObject([{ kind: 'result_set_aside' }]);
    const seen = settled(made, 42 * DAY);
    expect(reportedMade(seen, undefined, 43 * DAY).kind).toBe('unchanged');
  });

  test('is no case if its channel makes what the operator found made there', () => {
    const made = concluded(foundRefund(unresolvedRefund(true).order, 'made'));
    expect(reportedMade(made, undefined, 41 * DAY).kind).toBe('unchanged');
  });
});

describe('a refund that is reported as made over another amount', () => {
  const reported = () => afterChange(reportedMade(unresolvedRefund(true).order, 8_000));

  test('holds the reported amount until an operator has looked', () => {
    expect(refundableMinor(reported())).toBe(2_000);
    expect(refundableMinor(settled(reported()))).toBe(7_000);
  });

  test('is concluded over the amount returned', () => {
    const made = concluded(foundRefund(reported(), 'made', { returned: money(8_000) }));
    expect(made.refunds[0]).toMatchObject({ amount: money(8_000), requestedAmount: money(3_000) });
    expect([refundedMinor(made), refundableMinor(made)]).toEqual([8_000, 2_000]);
    expect(openCases(made)).toEqual([]);
  });

  test.each<[string, RefundConclusion, ReturnType<typeof money>]>([
    ['more than was paid', 'made', money(10_001)],
    ['another currency', 'made', money(8_000, 'EUR')],
    ['an amount of what was not made', 'not_made', money(3_000)],
  ])('is not concluded over %s', (_case, outcome, returned) => {
    expect(foundRefund(reported(), outcome, { returned })).toMatchObject({ reason: 'amount_impossible' });
  });
});

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
    const order = settled(wonThenLost());
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
    expect(found(settled(order))).not.toMatchObject({ reason: 'amount_needed' });
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
    const order = settled(told(['opened'], ['opened', 4_500]));
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
    const order = afterChange(report(settled(told(['opened'], ...outcomes)), ['won']));
    expect(order.state).toBe('PAY_SUCCESS');
    expect(report(order, ['opened', 6_000, 'dsp_2']).kind).toBe('unchanged');
  });

  test('is a case if it was won and is reported as lost', () => {
    const order = told(['opened'], ['won', 6_000, 'dsp_2'], ['won']);
    const next = afterChange(report(settled(order), ['lost', 6_000, 'dsp_2']));
    expect(openCases(next)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(concluded(found(next, { channelReference: 'dsp_2' }))).toMatchObject({ state: 'PARTIAL_REFUND' });
  });
});
