import { describe, expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund, type RefundFinding } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundReport, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import {
  afterChange,
  clocksAt,
  money,
  paid,
  refundNumbered,
  startRefund,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

const made: RefundResult = { kind: 'succeeded', returned: money(4_000) };
const failed: RefundResult = { kind: 'failed', failure: { code: 'closed', message: 'Account closed.' } };

/** A refund of 40.00 that was sent; every answer of the channel was lost. */
function unanswered(): PaymentOrder {
  const order = withRefund(paid(), { number: 'R1', amountMinor: 4_000 });
  return afterChange(startRefund(order, refundNumbered(order, 'R1').refundId, after(61), true));
}

function reported(order: PaymentOrder, channelReference: string, result = made, seconds = 70) {
  const { refundId } = refundNumbered(order, 'R1');
  return applyRefundReport(order, refundId, { channelReference, result }, after(seconds));
}

function answeredPending(order: PaymentOrder, channelReference: string) {
  const { refundId } = refundNumbered(order, 'R1');
  return recordRefundReference(order, refundId, channelReference, clocksAt(after(65)));
}

function found(
  order: PaymentOrder,
  outcome: 'made' | 'made_by_hand',
  amountMinor?: number,
  look: Pick<RefundFinding, 'lookedAt'> = {},
) {
  const returned = amountMinor === undefined ? {} : { returned: money(amountMinor) };
  const { refundId } = refundNumbered(order, 'R1');
  const moments = { now: after(9_000), realNow: after(9_000) };
  return concludeRefund(order, refundId, { outcome, note: 'Seen.', ...returned, ...look }, moments);
}

const cases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);

describe('a refund of which no answer arrived', () => {
  test.each([
    ['made', made, 'SUCCESS'],
    ['failed', failed, 'FAILED'],
  ] as const)('learns its reference from the report that it was %s', (_result, result, state) => {
    const told = afterChange(reported(unanswered(), 'ref_1', result));
    expect(refundNumbered(told, 'R1')).toMatchObject({ state, channelReference: 'ref_1' });
    expect(cases(told)).toEqual([]);
    expect(reported(told, 'ref_1', result, 80).kind).toBe('unchanged');
  });

  test('keeps its reference after a report that names none', () => {
    const named = afterChange(answeredPending(unanswered(), 'ref_1'));
    const { refundId } = refundNumbered(named, 'R1');
    const told = afterChange(applyRefundReport(named, refundId, { result: made }, after(70)));
    expect(refundNumbered(told, 'R1')).toMatchObject({ state: 'SUCCESS', channelReference: 'ref_1' });
  });
});

describe('another refund that the channel made under the same ID', () => {
  const known = () => afterChange(answeredPending(unanswered(), 'ref_1'));
  const completed = () => afterChange(reported(unanswered(), 'ref_1'));
  const aside = { kind: 'refund', channelReference: 'ref_2' };

  test('does not complete the recorded one, which may still be made too', () => {
    const told = afterChange(reported(known(), 'ref_2'));
    expect(refundNumbered(told, 'R1')).toMatchObject({ state: 'PROCESSING', channelReference: 'ref_1' });
    expect(told.quarantine).toMatchObject([{ subject: { ...aside, result: 'succeeded' } }]);
    expect(cases(told)).toEqual(['result_set_aside']);
    expect(refundableMinor(told)).toBe(2_000);
    const both = afterChange(reported(told, 'ref_1', made, 80));
    expect([refundNumbered(both, 'R1').state, refundableMinor(both)]).toEqual(['SUCCESS', 2_000]);
  });

  test.each([
    ['as made', () => reported(completed(), 'ref_2'), 'succeeded', 2_000],
    ['as pending, in an answer', () => answeredPending(completed(), 'ref_2'), 'pending', 2_000],
    ['as failed', () => reported(completed(), 'ref_2', failed), 'failed', 6_000],
  ] as const)('waits for an operator, reported %s', (_report, report, result, freeMinor) => {
    const told = afterChange(report());
    expect(refundNumbered(told, 'R1')).toMatchObject({ state: 'SUCCESS', channelReference: 'ref_1' });
    expect(told.quarantine).toMatchObject([{ subject: { ...aside, result } }]);
    expect(cases(told)).toEqual(['result_set_aside']);
    expect(refundableMinor(told)).toBe(freeMinor);
  });

  test('is the same case when it is reported again, also after the case was settled', () => {
    const told = afterChange(reported(completed(), 'ref_2'));
    expect(reported(told, 'ref_2', made, 80).kind).toBe('unchanged');
    const caseId = openCases(told)[0]?.caseId ?? '';
    const settled = afterChange(settleListed(told, caseId, 'Seen.', after(90)));
    expect(reported(settled, 'ref_2', made, 100).kind).toBe('unchanged');
    expect(cases(afterChange(reported(settled, 'ref_3', made, 100)))).toEqual(['result_set_aside']);
  });

  test.each([
    ['completed', completed],
    ['pending', known],
  ])(
    'if there are two refunds under one ID, a report that does not say which of them failed ends none (fault 84): a %s one',
    (state, before) => {
      const told = afterChange(reported(before(), 'ref_2'));
      const settled = afterChange(settleListed(told, openCases(told)[0]?.caseId ?? '', 'Seen.', after(80)));
      const { refundId } = refundNumbered(settled, 'R1');
      const cameBack = afterChange(applyRefundReport(settled, refundId, { result: failed }, after(90)));
      expect(refundNumbered(cameBack, 'R1').state).toBe(state === 'completed' ? 'SUCCESS' : 'PROCESSING');
      expect([cases(cameBack), refundableMinor(cameBack)]).toEqual([['result_set_aside'], 6_000]);
      const named = afterChange(reported(settled, 'ref_1', failed, 90));
      expect([refundNumbered(named, 'R1').state, cases(named)]).toEqual(['FAILED', []]);
    },
  );

  test('adds up with a third in what may have been returned', () => {
    const both = withRefund(paid(), { number: 'R1', amountMinor: 2_000, state: 'SUCCESS' });
    const { refundId } = refundNumbered(both, 'R1');
    const named = afterChange(recordRefundReference(both, refundId, 'ref_1', clocksAt(after(65))));
    const again: RefundResult = { kind: 'succeeded', returned: money(2_000) };
    const told = afterChange(reported(named, 'ref_2', again));
    expect(refundableMinor(afterChange(reported(told, 'ref_3', again)))).toBe(4_000);
  });

  test.each([
    ['completed', completed],
    ['pending', known],
  ])('makes the operator name what was returned in total, beside a %s refund', (_state, before) => {
    const told = afterChange(reported(before(), 'ref_2'));
    expect(found(told, 'made')).toMatchObject({ kind: 'refused', reason: 'amount_needed' });
    const total = found(told, 'made', 8_000);
    if (total.kind !== 'concluded') throw new Error(total.reason);
    expect(cases(total.order)).toEqual([]);
    expect([refundedMinor(total.order), refundableMinor(total.order)]).toEqual([8_000, 2_000]);
    expect(reported(total.order, 'ref_2', made, 10_000).kind).toBe('unchanged');
  });

  test.each([
    ['completed', completed],
    ['pending', known],
  ])(
    'stays a case if the total that the operator names leaves no room for it, because the operator may not have seen it, beside a %s refund',
    (_state, before) => {
      const first = afterChange(reported(before(), 'ref_2', made, 100));
      const told = afterChange(reported(first, 'ref_3', made, 8_000));
      const casesAfter = (seconds?: number) => {
        const look = seconds === undefined ? {} : { lookedAt: after(seconds) };
        const total = found(told, 'made', 8_000, look);
        if (total.kind !== 'concluded') throw new Error(total.reason);
        return cases(total.order);
      };
      expect(casesAfter()).toEqual(['result_set_aside']);
      expect(casesAfter(7_900)).toEqual(['result_set_aside']);
      expect(casesAfter(8_030)).toEqual(['result_set_aside']);
      expect(casesAfter(8_060)).toEqual([]);
    },
  );

  test('stays a case when the operator records a return by hand', () => {
    const told = afterChange(reported(completed(), 'ref_2'));
    const byHand = found(told, 'made_by_hand', 1_000);
    if (byHand.kind !== 'concluded') throw new Error(byHand.reason);
    expect(cases(byHand.order)).toEqual(['result_set_aside']);
    expect(refundableMinor(byHand.order)).toBe(1_000);
  });
});
