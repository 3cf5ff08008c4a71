import { expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundReport } from '../../src/domain/refund/progress-refund.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
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

const failure = { code: 'refund_failed', message: 'The bank refused.' };
const madeReport = {
  channelReference: 'ref_1',
  result: { kind: 'succeeded', returned: money(4_000) },
} as const;
const failedReport = { result: { kind: 'failed', failure } } as const;

type Report = Parameters<typeof applyRefundReport>[2];

/** A refund of 40.00 that was sent; its result is still to come. */
function underWay(): PaymentOrder {
  const order = withRefund(paid(), { number: 'R', amountMinor: 4_000 });
  return afterChange(startRefund(order, refundNumbered(order, 'R').refundId, after(61), true));
}

/**
 * Applies a report that the channel made at `told`, or that shows the refund's state at `seen`, and that arrives at `seconds`.
 */
function reported(
  order: PaymentOrder,
  report: Report,
  { told, seen, seconds }: { told?: number; seen?: number; seconds: number },
) {
  const time = {
    ...(told !== undefined && { toldAt: after(told) }),
    ...(seen !== undefined && { stateAt: after(seen) }),
  };
  const { refundId } = refundNumbered(order, 'R');
  const all = { ...report, result: { ...report.result, ...time } };
  return applyRefundReport(order, refundId, all, after(seconds));
}

const kindsOfCases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
const movesOf = (order: PaymentOrder) =>
  moneyMovesOf(order)
    .filter(({ kind }) => kind !== 'payment')
    .map(({ kind, signedMinor }) => [kind, signedMinor]);

test('a refund that was made and then failed ends in the same way if the report of the failure arrives first (fault 84)', () => {
  const madeFirst = afterChange(reported(underWay(), madeReport, { told: 70, seconds: 80 }));
  const inSequence = afterChange(reported(madeFirst, failedReport, { told: 75, seconds: 81 }));
  const failedFirst = afterChange(reported(underWay(), failedReport, { told: 75, seconds: 80 }));
  const reverse = afterChange(reported(failedFirst, madeReport, { told: 70, seconds: 81 }));
  for (const order of [inSequence, reverse]) {
    expect(refundNumbered(order, 'R')).toMatchObject({ state: 'FAILED', channelReference: 'ref_1', failure });
    expect([order.state, refundableMinor(order), kindsOfCases(order)]).toEqual(['PAY_SUCCESS', 10_000, []]);
    expect(movesOf(order)).toEqual([
      ['refund', -4_000],
      ['refund_reversal', 4_000],
    ]);
    expect(reported(order, madeReport, { told: 70, seconds: 90 }).kind).toBe('unchanged');
  }
});

test.each([
  ['before the failure', 70],
  ['in the same second as the failure', 75],
])(
  'a late report of a channel that may repeat each state opens no case if the refund was made %s',
  (_case, madeAt) => {
    const failed = afterChange(reported(underWay(), failedReport, { seen: 75, seconds: 80 }));
    const told = afterChange(reported(failed, madeReport, { seen: madeAt, seconds: 81 }));
    expect([refundNumbered(told, 'R').state, kindsOfCases(told), movesOf(told)]).toEqual([
      'FAILED',
      [],
      [
        ['refund', -4_000],
        ['refund_reversal', 4_000],
      ],
    ]);
    for (const again of [
      reported(told, failedReport, { seen: 95, seconds: 100 }),
      reported(told, madeReport, { seen: madeAt, seconds: 100 }),
    ]) {
      expect(again.kind).toBe('unchanged');
    }
  },
);

test('a report that a failed refund was made is a case if it shows a state after the failure, or the failure was only a refused request', () => {
  const failed = afterChange(reported(underWay(), failedReport, { seen: 75, seconds: 80 }));
  const refused = afterChange(reported(underWay(), failedReport, { seconds: 80 }));
  for (const order of [failed, refused]) {
    const told = afterChange(reported(order, madeReport, { seen: 76, seconds: 81 }));
    expect([refundNumbered(told, 'R').state, kindsOfCases(told)]).toEqual(['FAILED', ['result_set_aside']]);
  }
});

test('a case that an operator has settled opens again for a repeated report, but not if the report only repeats the state of the refund', () => {
  const refused = afterChange(reported(underWay(), failedReport, { seconds: 80 }));
  for (const [time, repeated] of [
    [{ seen: 76 }, 'unchanged'],
    [{}, 'changed'],
  ] as const) {
    const told = afterChange(reported(refused, madeReport, { ...time, seconds: 81 }));
    const [open] = openCases(told);
    const settled = afterChange(settleListed(told, open?.caseId ?? '', 'It is made.', after(90)));
    const later = 'seen' in time ? { seen: 95 } : {};
    expect(reported(settled, madeReport, { ...later, seconds: 100 }).kind).toBe(repeated);
  }
});

test.each<[string, number | undefined, number | undefined]>([
  ['was made after the failure', 75, 80],
  ['was made at the same time', 75, 75],
  ['has no time', 75, undefined],
  ['follows a failure without a time', undefined, 70],
])(
  'a report that a failed refund was made is a case if it may be newer than the failure: it %s',
  (_case, failedAt, madeAt) => {
    const failed = afterChange(
      reported(underWay(), failedReport, { seconds: 80, ...(failedAt !== undefined && { told: failedAt }) }),
    );
    const late = { seconds: 81, ...(madeAt !== undefined && { told: madeAt }) };
    const told = afterChange(reported(failed, madeReport, late));
    expect([refundNumbered(told, 'R').state, kindsOfCases(told)]).toEqual(['FAILED', ['result_set_aside']]);
  },
);

test('a late report that a return was made is a case if an operator has settled the case of its failure, because the operator may have returned the money', () => {
  const order = closed(submitted());
  const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
  const { refundId, amount } = late.refunds[0] ?? expect.fail('there is no return');
  const report = (result: RefundResult, current: PaymentOrder) =>
    afterChange(applyRefundReport(current, refundId, { result }, after(2_200)));
  const failed = report({ ...failedReport.result, toldAt: after(2_100) }, late);
  const made = { kind: 'succeeded', returned: amount, toldAt: after(2_050) } as const;
  expect(kindsOfCases(report(made, failed))).toEqual(['return_failed']);
  const byHand = settleListed(failed, returnCaseIdOf(refundId), 'Returned it.', after(2_150));
  expect(kindsOfCases(report(made, afterChange(byHand)))).toEqual(['result_set_aside']);
});
