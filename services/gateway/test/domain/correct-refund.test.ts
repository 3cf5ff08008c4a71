import type { RefundConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor, returnedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund, type RefundFinding } from '../../src/domain/refund/conclude-refund.ts';
import {
  applyRefundResult,
  planRefundStep,
  recordRefundReference,
} from '../../src/domain/refund/progress-refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  clocksAt,
  disputed,
  eventsOf,
  money,
  paid,
  refundNumbered,
  startRefund,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { unresolvedRefund, unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const now = after(40 * DAY);

/** Applies the channel's report that the order's first refund was made. */
function reported(order: PaymentOrder, amountMinor: number, day = 25) {
  const result = { kind: 'succeeded', returned: money(amountMinor) } as const;
  return applyRefundResult(order, order.refunds[0]?.refundId ?? '', result, after(day * DAY));
}

/** Concludes the order's first refund with what an operator found. */
function found(order: PaymentOrder, outcome: RefundConclusion, amountMinor?: number) {
  const returned = amountMinor === undefined ? {} : { returned: money(amountMinor) };
  return foundAbout(order, order.refunds[0]?.refundId ?? '', { outcome, note: 'Seen.', ...returned });
}

function foundAbout(order: PaymentOrder, refundId: string, finding: RefundFinding) {
  return concludeRefund(order, refundId, finding, { now, realNow: now });
}

function concluded(conclusion: ReturnType<typeof concludeRefund>): PaymentOrder {
  if (conclusion.kind === 'concluded') return conclusion.order;
  throw new Error(JSON.stringify(conclusion));
}

const madeAtChannel = () => withRefund(paid(), { number: 'R1', amountMinor: 4_000, state: 'SUCCESS' });
const madeByHand = () => concluded(found(unresolvedRefund(true).order, 'made_by_hand'));
const kindsOf = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);

describe('a refund reported over another amount than was requested', () => {
  test.each([5_000, 500])('is found made only with the amount that went back: %s', (amountMinor) => {
    const { order } = unresolvedRefund(true);
    const told = afterChange(reported(order, amountMinor));
    expect(kindsOf(told)).toContain('result_set_aside');
    expect(found(told, 'made')).toMatchObject({ kind: 'refused', reason: 'amount_needed' });
    const made = concluded(found(told, 'made', amountMinor));
    expect(refundedMinor(made)).toBe(amountMinor);
    expect(kindsOf(made)).toEqual([]);
  });

  test('is not corrected by a report that an operator has settled as wrong', () => {
    const told = afterChange(reported(madeAtChannel(), 6_000));
    const [open] = openCases(told);
    const settled = afterChange(settleListed(told, open?.caseId ?? '', 'It was 40.00.', after(26 * DAY)));
    expect(found(settled, 'made')).toMatchObject({ kind: 'refused', reason: 'ended' });
  });
});

describe('a made refund of which the channel returned more', () => {
  const reportedMore = () => afterChange(reported(madeAtChannel(), 6_000));

  test('is a case when the channel reports it', () => {
    expect(kindsOf(reportedMore())).toEqual(['result_set_aside']);
    expect(refundedMinor(reportedMore())).toBe(4_000);
  });

  test.each<[string, PaymentOrder, number | undefined]>([
    ['the report', reportedMore(), undefined],
    ['the operator, who read it in a report', reportedMore(), 6_000],
    ['the operator alone', madeAtChannel(), 6_000],
  ])('counts the rest as a refund of its own, over the amount named by %s', (_case, order, amountMinor) => {
    const corrected = concluded(found(order, 'made', amountMinor));
    const [original, correction] = corrected.refunds;
    expect(corrected.refunds).toHaveLength(2);
    expect(original).toEqual(order.refunds[0]);
    expect(correction).toMatchObject({
      amount: money(2_000),
      state: 'SUCCESS',
      origin: 'merchant',
      correctsRefundId: original?.refundId,
      completedAt: now,
      nextActionAt: null,
    });
    expect(correction?.isMadeByHand).toBeUndefined();
    expect(corrected).toMatchObject({ state: 'PARTIAL_REFUND', version: order.version + 1 });
    expect([refundedMinor(corrected), refundableMinor(corrected)]).toEqual([6_000, 4_000]);
    expect(openCases(corrected)).toEqual([]);
    expect(corrected.outbox.at(-1)).toMatchObject({
      type: 'order.refund.succeeded',
      refund: { transactionId: correction?.refundId, amount: money(2_000) },
    });
    expect(moneyMovesOf(corrected).slice(-2)).toMatchObject([
      { kind: 'refund', signedMinor: -4_000, reference: 'R1' },
      { kind: 'refund', signedMinor: -2_000, reference: correction?.refundId, at: now },
    ]);
  });

  test('is not in doubt again if the channel repeats either report', () => {
    const corrected = concluded(found(madeAtChannel(), 'made', 6_000));
    expect(reported(corrected, 6_000, 41).kind).toBe('unchanged');
    expect(reported(corrected, 4_000, 42).kind).toBe('unchanged');
    expect(kindsOf(afterChange(reported(corrected, 7_000, 43)))).toEqual(['result_set_aside']);
  });

  test('is corrected once, however often it is concluded, and again if still more went back', () => {
    const once = concluded(found(reportedMore(), 'made'));
    expect(found(once, 'made')).toMatchObject({ reason: 'ended', endedAs: 'SUCCESS' });
    expect(found(once, 'made', 6_000)).toMatchObject({ reason: 'ended', endedAs: 'SUCCESS' });
    const again = concluded(found(once, 'made', 7_000));
    expect(again.refunds.map(({ amount }) => amount.amountMinor)).toEqual([4_000, 2_000, 1_000]);
    expect(again.refunds[2]?.correctsRefundId).toBe(again.refunds[0]?.refundId);
  });

  test('is a case if more went back than was paid', () => {
    const order = withRefund(madeAtChannel(), { number: 'R2', amountMinor: 6_000, state: 'SUCCESS' });
    const corrected = concluded(found(order, 'made', 5_000));
    expect(corrected.state).toBe('REFUNDED');
    expect(refundedMinor(corrected)).toBe(11_000);
    expect(openCases(corrected)).toMatchObject([{ kind: 'returned_too_much', since: now }]);
  });

  test('is a new case only if still more of the same payment goes back', () => {
    const order = withRefund(madeAtChannel(), { number: 'R2', amountMinor: 6_000, state: 'SUCCESS' });
    const tooMuch = concluded(found(order, 'made', 5_000));
    const [excess] = openCases(tooMuch);
    const settled = afterChange(settleListed(tooMuch, excess?.caseId ?? '', 'Seen.', after(41 * DAY)));
    const [refund] = settled.refunds;
    if (refund === undefined) throw new Error('no refund');
    const origin = 'second_payment' as const;
    const ofSecond = { ...refund, refundId: 'rfd_9', attemptId: 'txn_9', origin, amount: money(10_000) };
    const completedAt = after(42 * DAY);
    const another = { ...settled, refunds: [...settled.refunds, { ...ofSecond, completedAt }] };
    expect(openCases(another)).toEqual([]);
    expect(kindsOf(concluded(found(another, 'made', 5_500)))).toEqual(['returned_too_much']);
  });

  test('keeps only the rest from being refunded again', () => {
    expect(refundableMinor(reportedMore())).toBe(4_000);
    // The operator may have returned the money by hand, in addition to the channel.
    const { order, refundId } = unresolvedRefund(true);
    const settled = afterChange(settleListed(order, refundId, 'Paid by hand.', after(20 * DAY)));
    expect(refundableMinor(afterChange(reported(settled, 2_000)))).toBe(5_000);
    expect(refundableMinor(afterChange(reported(settled, 3_000)))).toBe(4_000);
  });

  test('leaves no money for a refund that is not sent yet', () => {
    const order = withRefund(madeAtChannel(), { number: 'R2', amountMinor: 6_000 });
    const corrected = concluded(found(order, 'made', 6_000));
    const { refundId } = refundNumbered(corrected, 'R2');
    const next = afterChange(startRefund(corrected, refundId, now, true));
    expect(refundNumbered(next, 'R2')).toMatchObject({
      state: 'CANCELLED',
      failure: { code: 'earlier_refund_made' },
    });
  });

  test('is corrected while a dispute is open', () => {
    const corrected = concluded(found(disputed(madeAtChannel(), 1_000), 'made', 6_000));
    expect(corrected.state).toBe('IN_DISPUTE');
    expect(refundedMinor(corrected)).toBe(6_000);
  });
});

describe('a refund that was made by hand and at the channel', () => {
  const madeTwice = () => afterChange(reported(madeByHand(), 3_000, 40));

  test('counts twice once the operator finds that the channel made it too', () => {
    expect(kindsOf(madeTwice())).toEqual(['result_set_aside']);
    const corrected = concluded(found(madeTwice(), 'made'));
    expect(refundedMinor(corrected)).toBe(6_000);
    expect(corrected.refunds.map(({ isMadeByHand }) => isMadeByHand)).toEqual([true, undefined]);
    expect(openCases(corrected)).toEqual([]);
    expect(eventsOf(corrected).slice(-2)).toEqual(['order.refund.succeeded', 'order.refund.succeeded']);
    expect(reported(corrected, 3_000, 42).kind).toBe('unchanged');
    const named = recordRefundReference(
      corrected,
      corrected.refunds[0]?.refundId ?? '',
      'ref_1',
      clocksAt(now),
    );
    expect(kindsOf(afterChange(named))).toEqual([]);
  });

  test('counts twice once the operator says what was returned by hand too', () => {
    const corrected = concluded(found(madeAtChannel(), 'made_by_hand', 4_000));
    expect(refundedMinor(corrected)).toBe(8_000);
    expect(corrected.refunds[1]).toMatchObject({ isMadeByHand: true, amount: money(4_000) });
    expect(found(corrected, 'made_by_hand', 4_000)).toMatchObject({ reason: 'ended' });
  });

  test('closes the case of the report that agrees with what is counted, and no other', () => {
    const { order, refundId } = unresolvedRefund(true);
    const left = afterChange(settleListed(order, refundId, 'By hand.', after(30 * DAY)));
    const made = afterChange(reported(left, 3_000, 31));
    expect(kindsOf(made)).toEqual(['result_set_aside']);
    const corrected = concluded(found(made, 'made_by_hand', 3_000));
    expect(openCases(corrected)).toEqual([]);
    expect([refundedMinor(corrected), refundableMinor(corrected)]).toEqual([6_000, 4_000]);
    const reportedMore = afterChange(reported(made, 5_000, 32));
    expect(kindsOf(concluded(found(reportedMore, 'made_by_hand', 3_000)))).toEqual(['result_set_aside']);
    const inEuros = { kind: 'succeeded', returned: money(3_000, 'EUR') } as const;
    const reportedInEuros = afterChange(applyRefundResult(made, refundId, inEuros, after(32 * DAY)));
    expect(kindsOf(concluded(found(reportedInEuros, 'made_by_hand', 3_000)))).toEqual(['result_set_aside']);
  });
});

describe('a made refund is not corrected', () => {
  test.each<[string, PaymentOrder, RefundConclusion, number | undefined, object]>([
    ['to less', madeAtChannel(), 'made', 3_000, { reason: 'recorded_more', recorded: money(4_000) }],
    ['to less by hand', madeByHand(), 'made_by_hand', 1_000, { reason: 'recorded_more' }],
    ['if nobody names an amount', madeAtChannel(), 'made', undefined, { reason: 'ended' }],
    ['by hand if nobody names an amount', madeAtChannel(), 'made_by_hand', undefined, { reason: 'ended' }],
    ['to nothing', madeAtChannel(), 'not_made', undefined, { reason: 'ended' }],
    ['over more than was paid', madeAtChannel(), 'made', 10_001, { reason: 'amount_impossible' }],
    [
      'by a report that cannot be true',
      afterChange(reported(madeAtChannel(), 10_001)),
      'made',
      undefined,
      { reason: 'ended' },
    ],
  ])('%s', (_case, order, outcome, amountMinor, refusal) => {
    expect(found(order, outcome, amountMinor)).toMatchObject({ kind: 'refused', ...refusal });
  });

  test('through the refund that corrects it', () => {
    const corrected = concluded(found(madeAtChannel(), 'made', 6_000));
    const [original, correction] = corrected.refunds;
    const finding = { outcome: 'made', returned: money(7_000), note: 'Seen.' } as const;
    expect(foundAbout(corrected, correction?.refundId ?? '', finding)).toEqual({
      kind: 'refused',
      reason: 'correction',
      corrects: original?.refundId,
    });
  });
});

describe('a return of money that came too late', () => {
  const partly = () => concluded(found(unresolvedReturn(true).order, 'made', 6_000));
  const attemptOf = (order: PaymentOrder) => order.refunds[0]?.attemptId ?? '';

  test('that turns out to have been whole leaves nothing to return', () => {
    expect(kindsOf(partly())).toEqual(['return_failed']);
    const whole = concluded(found(partly(), 'made', 10_000));
    expect(openCases(whole)).toEqual([]);
    expect(whole).toMatchObject({ state: 'CLOSE', outbox: partly().outbox });
    expect(returnedMinor(whole, attemptOf(whole))).toBe(10_000);
    expect(moneyMovesOf(whole).at(-1)).toMatchObject({ kind: 'automatic_refund', signedMinor: -4_000 });
  });

  test('of which the channel returned more stays one case, and only the rest is returned', () => {
    const more = concluded(found(partly(), 'made', 8_000));
    const { refundId = '' } = more.refunds[0] ?? {};
    expect(kindsOf(more)).toEqual(['return_failed']);
    const repeated = repeatReturn(more, refundId, now);
    expect(repeated.kind).toBe('repeated');
    if (repeated.kind === 'repeated') {
      expect(repeated.order.refunds.at(-1)?.amount).toEqual(money(2_000));
      expect(openCases(repeated.order)).toEqual([]);
    }
  });
});

test('a refund that is withdrawn because an earlier one was made after all does not blame a larger return', () => {
  const first = withRefund(paid(), { number: 'R1', amountMinor: 6_000 });
  const { refundId } = refundNumbered(first, 'R1');
  const sent = afterChange(startRefund(first, refundId, after(100), true));
  const failure = { code: 'refused', message: 'Refused.' };
  const refused = afterChange(applyRefundResult(sent, refundId, { kind: 'failed', failure }, after(101)));
  const second = withRefund(refused, { number: 'R2', amountMinor: 6_000 });
  const finding = { outcome: 'made', note: 'Seen.' } as const;
  const made = concludeRefund(second, refundId, finding, { now, realNow: now });
  if (made.kind === 'refused') throw new Error(made.reason);
  expect(refundNumbered(made.order, 'R1').amount.amountMinor).toBe(6_000);
  const step = planRefundStep(made.order, refundNumbered(second, 'R2').refundId, {
    now,
    callEndsBy: now,
    isChannelThere: true,
  });
  if (step.kind !== 'withdrawn') throw new Error(step.kind);
  expect(refundNumbered(step.order, 'R2').failure).toEqual({
    code: 'earlier_refund_made',
    message: 'Withdrawn because earlier refunds have returned the money.',
  });
});
