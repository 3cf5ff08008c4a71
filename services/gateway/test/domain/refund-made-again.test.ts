import { expect, test } from 'vitest';
import { announcementsOf } from '../../src/application/announcements.ts';
import { setUncountedReportAside } from '../../src/application/channels/set-uncounted-report-aside.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { uncountedPayments } from '../../src/domain/order/uncounted-payments.ts';
import { concludeRefund, type RefundFinding } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundReport } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { failure, told } from '../builders/channel-refunds.ts';
import {
  afterChange,
  clocksAt,
  closed,
  latest,
  money,
  paid,
  refundNumbered,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { unresolvedRefund } from '../builders/unresolved-refunds.ts';

type Result = 'made' | 'failed';

/** In seconds: later than the conclusion of a refund of which the channel tells no result. */
const LATE = 20 * 86_400;

const returned = money(200);
const opens = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
const look = (order: PaymentOrder) => ({ open: opens(order), refundable: refundableMinor(order) });
const orderOf = (order: PaymentOrder, decision: Decision | { readonly kind: 'not_yet' }) =>
  decision.kind === 'changed' ? decision.order : order;

/** An operator settles all open cases. */
function settled(order: PaymentOrder, seconds: number): PaymentOrder {
  return openCases(order).reduce(
    (current, { caseId }) => afterChange(settleListed(current, caseId, 'Seen.', after(seconds))),
    order,
  );
}

/** The channel tells of a refund by hand, at the given time of its own clock. */
function byHand(order: PaymentOrder, result: Result, toldAt?: number, seconds = LATE) {
  const time = toldAt === undefined ? {} : { toldAt: after(toldAt) };
  const amount = result === 'failed' ? { amount: returned } : {};
  return told(order, result === 'made' ? returned : null, { seconds, ...time, ...amount });
}

const afterByHand = (order: PaymentOrder, ...reports: readonly (readonly [Result, number])[]) =>
  reports.reduce(
    (current, [result, toldAt], index) => orderOf(current, byHand(current, result, toldAt, LATE + index)),
    order,
  );

/** A refund of the order that was sent; its result is still to come. */
function underWay(): PaymentOrder {
  const order = withRefund(paid(), { number: 'R', amountMinor: 200 });
  return afterChange(startRefund(order, refundNumbered(order, 'R').refundId, after(61), true));
}

/** An operator has concluded the refund, for which the channel has never reported a result. */
function concluded(outcome: RefundFinding['outcome']): PaymentOrder {
  const { order, refundId } = unresolvedRefund(true, withRefund(paid(), { number: 'R', amountMinor: 200 }));
  const finding = { outcome, lookedAt: after(LATE), note: 'Seen.' };
  const found = concludeRefund(order, refundId, finding, clocksAt(after(LATE)));
  if (found.kind !== 'concluded') throw new Error(found.reason);
  return found.order;
}

/** A closed order whose late payment the gateway returns. */
function returning(): PaymentOrder {
  const order = closed(submitted());
  const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
  const [{ refundId } = expect.fail('no return')] = late.refunds;
  return afterChange(startRefund(late, refundId, after(2_000), true));
}

/** The channel tells of the return of a late payment, at the given time of its own clock. */
function ofReturn(
  order: PaymentOrder,
  kind: Result,
  { toldAt, seconds }: { readonly toldAt: number; readonly seconds: number },
): Decision {
  const [{ refundId, amount } = expect.fail('no return')] = order.refunds;
  const time = { toldAt: after(toldAt) };
  const result =
    kind === 'made'
      ? ({ kind: 'succeeded', returned: amount, ...time } as const)
      : ({ kind: 'failed', failure, ...time } as const);
  return applyRefundReport(order, refundId, { channelReference: 'ref_1', result }, after(seconds));
}

/** An operator finds that the order's refund was made after all. */
function foundMade(order: PaymentOrder, lookedAt: number): PaymentOrder {
  const finding = { outcome: 'made', lookedAt: after(lookedAt), note: 'It is made.' } as const;
  const { refundId } = refundNumbered(order, 'R');
  const found = concludeRefund(order, refundId, finding, clocksAt(after(LATE)));
  if (found.kind !== 'concluded') throw new Error(found.reason);
  return found.order;
}

/** The channel tells of the order's refund under the given reference, at the given time of its own clock. */
function ofOrder(
  order: PaymentOrder,
  channelReference: string,
  result: Result,
  { toldAt, seconds }: { readonly toldAt?: number; readonly seconds: number },
): Decision {
  const time = toldAt === undefined ? {} : { toldAt: after(toldAt) };
  return applyRefundReport(
    order,
    refundNumbered(order, 'R').refundId,
    {
      channelReference,
      result:
        result === 'made' ? { kind: 'succeeded', returned, ...time } : { kind: 'failed', failure, ...time },
    },
    after(seconds),
  );
}

test('if two reports that a refund by hand failed arrive in the wrong sequence, a success between the two failures does not count (fault 84)', () => {
  const end = afterByHand(paid(), ['failed', 100], ['failed', 50], ['made', 80], ['made', 10]);
  expect({ refunds: end.refunds, ...look(end) }).toEqual({ refunds: [], open: [], refundable: 10_000 });
});

test('if an operator concluded a refund as not made, and the channel then reports a refund by hand as made, failed and made again, a case opens (fault 84)', () => {
  const failedOnce = afterByHand(concluded('not_made'), ['made', LATE], ['failed', LATE + 100]);
  expect(look(failedOnce)).toEqual({ open: [], refundable: 10_000 });
  const again = afterByHand(failedOnce, ['made', LATE + 200]);
  expect(look(again)).toEqual({ open: ['result_set_aside'], refundable: 9_800 });
  expect(byHand(again, 'made', LATE + 200).kind).toBe('unchanged');
  expect(byHand(again, 'made').kind).toBe('unchanged');
});

test('if a refund by hand failed and was made later, the case of the later success stays open, in whatever sequence the reports arrive (fault 84)', () => {
  const made = afterByHand(concluded('not_made'), ['made', LATE], ['made', LATE + 200]);
  expect(look(made)).toEqual({ open: ['result_set_aside'], refundable: 9_800 });
  expect(look(afterByHand(made, ['failed', LATE + 100]))).toEqual({
    open: ['result_set_aside'],
    refundable: 9_800,
  });
  expect(look(afterByHand(made, ['failed', LATE + 300]))).toEqual({ open: [], refundable: 10_000 });
});

test('if an operator has returned a refund by hand, a new case opens each time the channel makes the refund as well, even after an earlier failure (fault 84)', () => {
  const tell = (order: PaymentOrder, result: Result, toldAt: number) =>
    afterChange(ofOrder(order, 'ref_1', result, { toldAt, seconds: toldAt }));
  const failedOnce = tell(tell(concluded('made_by_hand'), 'made', LATE), 'failed', LATE + 100);
  const seen = settled(failedOnce, LATE + 150);
  expect(look(seen)).toEqual({ open: [], refundable: 9_800 });
  expect(ofOrder(seen, 'ref_1', 'made', { seconds: LATE + 160 }).kind).toBe('unchanged');
  const again = tell(seen, 'made', LATE + 200);
  expect(look(again)).toEqual({ open: ['result_set_aside'], refundable: 9_600 });
});

test('if the channel makes another refund under the same ID, a new case opens each time it makes that refund again (fault 84)', () => {
  const tell = (order: PaymentOrder, reference: string, result: Result, toldAt: number) =>
    afterChange(ofOrder(order, reference, result, { toldAt, seconds: toldAt }));
  const made = tell(tell(underWay(), 'ref_1', 'made', 100), 'ref_2', 'made', 110);
  const seen = settled(tell(made, 'ref_2', 'failed', 120), 130);
  const again = tell(seen, 'ref_2', 'made', 140);
  expect(look(again)).toEqual({ open: ['result_set_aside'], refundable: 9_600 });
  const seenAgain = settled(tell(again, 'ref_2', 'failed', 150), 160);
  expect(look(tell(seenAgain, 'ref_2', 'made', 170))).toEqual({
    open: ['result_set_aside'],
    refundable: 9_600,
  });
});

test('if the channel reports a success, a failure and the success again, a new case opens, so that an operator who has seen only the failure cannot settle it (fault 84)', () => {
  const tell = (order: PaymentOrder, reference: string, result: Result, toldAt: number) =>
    orderOf(order, ofOrder(order, reference, result, { toldAt, seconds: toldAt }));
  const made = tell(tell(underWay(), 'ref_1', 'made', 100), 'ref_2', 'made', 110);
  const repeated = tell(made, 'ref_2', 'made', 115);
  expect(openCases(repeated)).toHaveLength(1);
  const failedOnce = tell(repeated, 'ref_2', 'failed', 120);
  const listed = openCases(failedOnce);
  const again = tell(failedOnce, 'ref_2', 'made', 140);
  const seen = listed.reduce(
    (current, open) => afterChange(settleListed(current, open.caseId, 'It failed.', after(150))),
    again,
  );
  expect(look(seen)).toEqual({ open: ['result_set_aside'], refundable: 9_600 });
});

test.each<[string, Result, Result]>([
  ['failed, made, failed, made', 'made', 'failed'],
  ['found made, failed, made, failed', 'failed', 'made'],
])(
  'if the channel repeats a report about a refund after it has reported the opposite, a new case opens (fault 84): %s',
  (_reports, result, opposite) => {
    const tell = (order: PaymentOrder, told: Result, toldAt: number) =>
      orderOf(order, ofOrder(order, 'ref_1', told, { toldAt, seconds: toldAt }));
    const takenBack = tell(tell(underWay(), 'made', 100), 'failed', 110);
    const before = result === 'made' ? takenBack : foundMade(takenBack, LATE);
    const first = tell(before, result, 120);
    const seen = openCases(first);
    expect(seen).toHaveLength(1);
    expect(openCases(tell(first, result, 125))).toEqual(seen);
    const again = tell(tell(first, opposite, 130), result, 140);
    const [{ caseId, since } = expect.fail('no case')] = seen;
    const settled = afterChange(settleCase(again, { caseId, since }, 'As the order says.', after(150)));
    expect(opens(settled)).toEqual(['result_set_aside']);
  },
);

test('if a refund failed, was made and failed again, and an operator has seen neither failure, each failure has its own case (fault 84)', () => {
  const tell = (order: PaymentOrder, told: Result, toldAt: number) =>
    orderOf(order, ofOrder(order, 'ref_1', told, { toldAt, seconds: toldAt }));
  const unseen = foundMade(tell(tell(underWay(), 'made', 100), 'failed', 110), 105);
  expect(opens(unseen)).toEqual(['result_set_aside']);
  expect(opens(tell(tell(unseen, 'made', 130), 'failed', 140))).toEqual([
    'result_set_aside',
    'result_set_aside',
  ]);
});

test('if an operator concludes a refund as made but looked at the channel before the refund’s last failure, a case opens (fault 84)', () => {
  const tell = (order: PaymentOrder, told: Result, toldAt: number) =>
    orderOf(order, ofOrder(order, 'ref_1', told, { toldAt, seconds: toldAt }));
  const failedTwice = tell(tell(tell(underWay(), 'failed', 1_000), 'made', 2_000), 'failed', 3_000);
  expect(opens(foundMade(failedTwice, 2_500))).toEqual(['result_set_aside']);
  expect(opens(foundMade(failedTwice, 3_500))).toEqual([]);
});

test.each<readonly [string, readonly (readonly [Result, number])[]]>([
  [
    'made, failed',
    [
      ['made', 2_010],
      ['failed', 2_020],
    ],
  ],
  ['failed', [['failed', 2_020]]],
])(
  'if the return of a late payment fails again after an operator has seen that it was made, its case opens again (fault 84): %s',
  (_reports, reports) => {
    const tell = (order: PaymentOrder, result: Result, toldAt: number) =>
      orderOf(order, ofReturn(order, result, { toldAt, seconds: toldAt }));
    const failedOnce = reports.reduce(
      (current, [result, toldAt]) => tell(current, result, toldAt),
      returning(),
    );
    expect(opens(failedOnce)).toEqual(['return_failed']);
    const again = tell(failedOnce, 'made', 2_030);
    expect(opens(again)).toEqual(['return_failed', 'result_set_aside']);
    const seen = settled(again, 2_040);
    expect(opens(seen)).toEqual([]);
    const failedTwice = tell(seen, 'failed', 2_050);
    expect(opens(failedTwice)).toEqual(['return_failed']);
    expect(announcementsOf(seen, failedTwice)).toMatchObject([{ kind: 'return_failed' }]);
    expect(ofReturn(failedTwice, 'failed', { toldAt: 2_050, seconds: 2_060 }).kind).toBe('unchanged');
    expect(opens(settled(failedTwice, 2_045))).toEqual([]);
    const out = moneyMovesOf(failedTwice).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
    expect(out).toBe(10_000);
  },
);

test.each([false, true])(
  'the failure that an operator has not seen stays one case if the report of an earlier success is late (settled before: %s; fault 84)',
  (isSettled) => {
    const tell = (order: PaymentOrder, told: Result, toldAt: number) =>
      orderOf(order, ofOrder(order, 'ref_1', told, { toldAt, seconds: toldAt }));
    const unseen = foundMade(tell(underWay(), 'failed', 110), 105);
    const late = tell(isSettled ? settled(unseen, LATE + 10) : unseen, 'made', 100);
    expect(opens(late)).toEqual(isSettled ? [] : ['result_set_aside']);
    expect(opens(tell(late, 'failed', 140))).toEqual(['result_set_aside']);
  },
);

/** The payment P1 over a wrong amount, for which the channel tells of a refund by hand. */
function tellUncounted(order: PaymentOrder, result: Result, toldAt: number): PaymentOrder {
  const { attemptId } = latest(order);
  const [payment] = uncountedPayments(order, attemptId);
  if (payment === undefined) throw new Error('the payment counts already');
  const time = { toldAt: after(toldAt) };
  const decision = setUncountedReportAside(
    order,
    payment,
    {
      kind: 'refund_by_reference',
      attemptId,
      channelReference: 're_hand',
      paymentReference: 'P1',
      result:
        result === 'made' ? { kind: 'succeeded', returned, ...time } : { kind: 'failed', failure, ...time },
    },
    after(toldAt),
  );
  return orderOf(order, decision);
}

function withPayment(order: PaymentOrder, amountMinor: number, seconds: number): PaymentOrder {
  const result = { ...succeeded(money(amountMinor)), paymentReference: 'P1' } as const;
  return afterChange(applyPaymentResult(order, latest(order).attemptId, result, after(seconds)));
}

const uncounted = (...reports: readonly (readonly [Result, number])[]) =>
  reports.reduce(
    (order, [result, toldAt]) => tellUncounted(order, result, toldAt),
    withPayment(submitted(), 9_000, 100),
  );

test.each([true, false])(
  'a refund by hand that failed before its payment counted counts if the channel makes it again afterwards (settled before: %s; fault 84)',
  (isSettled) => {
    const before = uncounted(['made', 200], ['failed', 300]);
    const counted = withPayment(isSettled ? settled(before, 350) : before, 10_000, 360);
    const again = afterByHand(counted, ['made', 400]);
    expect(again.refunds).toMatchObject([{ state: 'SUCCESS', amount: returned }]);
    expect(refundableMinor(again)).toBe(9_800);
  },
);

test.each<readonly (readonly [Result, number])[]>([
  [
    ['made', 200],
    ['failed', 300],
    ['made', 400],
  ],
  [
    ['made', 400],
    ['failed', 300],
    ['made', 200],
  ],
  [
    ['failed', 300],
    ['made', 200],
    ['made', 400],
  ],
])(
  'if a refund by hand was made, failed and made again before the order counted its payment, it counts once (%j, %j, %j; fault 84)',
  (...reports) => {
    const counted = withPayment(uncounted(...reports), 10_000, 500);
    expect(counted.refunds).toMatchObject([{ state: 'SUCCESS', amount: returned }]);
    expect(refundableMinor(counted)).toBe(9_800);
    expect(opens(counted)).toEqual(['result_set_aside']);
    expect(afterByHand(counted, ['failed', 300]).refunds).toMatchObject([{ state: 'SUCCESS' }]);
  },
);

test.each([
  ['less than nothing', -300, 9_600],
  ['a part of a minor unit', 150.5, 9_600],
])(
  'if the channel reports a second refund under the same ID with an impossible amount, the order reserves at least the amount of the first refund a second time (fault 84): over %s',
  (_what, amountMinor, refundable) => {
    const made = afterChange(ofOrder(underWay(), 'ref_1', 'made', { seconds: 100 }));
    const result = { kind: 'succeeded', returned: money(amountMinor) } as const;
    const { refundId } = refundNumbered(made, 'R');
    const aside = afterChange(
      applyRefundReport(made, refundId, { channelReference: 'ref_2', result }, after(110)),
    );
    expect(look(aside)).toEqual({ open: ['result_set_aside'], refundable });
  },
);

test('if the amount of a refund by hand contains a fraction of a minor unit, it becomes a case, and the amount rounded up cannot be refunded again (fault 84)', () => {
  const aside = afterChange(told(paid(), money(499.5), { seconds: 90_000 }));
  expect({ refunds: aside.refunds, ...look(aside) }).toEqual({
    refunds: [],
    open: ['result_set_aside'],
    refundable: 9_500,
  });
  expect(look(afterChange(told(aside, null, { seconds: 90_100 })))).toEqual({ open: [], refundable: 10_000 });
});
