import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  applyRefundReport,
  applyRefundResult,
  recordRefundReference,
} from '../../src/domain/refund/progress-refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { withdrawRefund } from '../../src/domain/refund/withdraw-refund.ts';
import {
  afterChange,
  clocksAt,
  closed,
  disputed,
  latest,
  paid,
  refundNumbered,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

/** Applies the channel's report that the refund R1 was made. */
function reportedMade(order: PaymentOrder): PaymentOrder {
  const { refundId, amount } = refundNumbered(order, 'R1');
  return afterChange(applyRefundResult(order, refundId, { kind: 'succeeded', returned: amount }, after(60)));
}

function settled(order: PaymentOrder): PaymentOrder {
  const [open] = openCases(order);
  return afterChange(settleListed(order, open?.caseId ?? '', 'It was not made.', after(70)));
}

const failed = () => withRefund(paid(), { number: 'R1', amountMinor: 4_000, state: 'FAILED' });

describe('a refund that ended without money and is reported as made', () => {
  test('keeps its amount from being refunded again until an operator has settled the case', () => {
    expect(refundableMinor(failed())).toBe(10_000);
    const order = reportedMade(failed());
    expect(openCases(order)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(refundableMinor(order)).toBe(6_000);
    expect(refundableMinor(settled(order))).toBe(10_000);
  });

  test('does so even if a dispute had withdrawn it', () => {
    const order = disputed(withRefund(paid(), { number: 'R1', amountMinor: 4_000 }));
    expect(refundNumbered(order, 'R1').state).toBe('CANCELLED');
    expect(refundableMinor(reportedMade(order))).toBe(6_000);
  });

  test.each([
    ['withdraws', 6_001, { state: 'CANCELLED', failure: { code: 'earlier_refund_in_doubt' } }],
    ['does not touch', 6_000, { state: 'PROCESSING' }],
  ])('%s a refund of %s, which was accepted before and not sent', (_does, amountMinor, expected) => {
    const order = reportedMade(withRefund(failed(), { number: 'R2', amountMinor }));
    const { refundId } = refundNumbered(order, 'R2');
    const started = afterChange(startRefund(order, refundId, after(61), true));
    expect(refundNumbered(started, 'R2')).toMatchObject(expected);
  });
});

describe('a withdrawn refund that its channel has', () => {
  const withdrawn = () => disputed(withRefund(paid(), { number: 'R1', amountMinor: 4_000 }));

  test('waits for an operator, once, and its amount cannot be refunded again', () => {
    const order = withdrawn();
    const { refundId } = refundNumbered(order, 'R1');
    const told = afterChange(recordRefundReference(order, refundId, 'ref_1', clocksAt(after(60))));
    expect(refundNumbered(told, 'R1')).toMatchObject({ state: 'CANCELLED', channelReference: 'ref_1' });
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside', since: after(60) }]);
    expect(refundableMinor(told)).toBe(6_000);
    expect(recordRefundReference(told, refundId, 'ref_1', clocksAt(after(61))).kind).toBe('unchanged');
  });

  test('changes nothing if the channel has refused it', () => {
    const order = withdrawn();
    const { refundId } = refundNumbered(order, 'R1');
    const failure = { code: 'closed', message: 'Account closed.' };
    const answer = { channelReference: 'ref_1', result: { kind: 'failed', failure } } as const;
    expect(openCases(afterChange(applyRefundReport(order, refundId, answer, after(60))))).toEqual([]);
  });

  test('that is a return is not repeated until an operator has settled the case', () => {
    const late = afterChange(
      applyPaymentResult(
        closed(submitted()),
        latest(closed(submitted())).attemptId,
        succeeded(),
        after(1900),
      ),
    );
    const [refund] = late.refunds;
    if (refund === undefined) throw new Error('no return');
    const { refundId } = refund;
    const failure = { code: 'dispute_opened', message: 'Disputed.' };
    const order = withdrawRefund(late, refund, failure, after(1910));
    const told = afterChange(recordRefundReference(order, refundId, 'ref_1', clocksAt(after(1920))));
    expect(repeatReturn(told, refundId, after(1930))).toEqual({ kind: 'refused', reason: 'reported_made' });
    const aside = openCases(told).find(({ kind }) => kind === 'result_set_aside');
    const looked = afterChange(settleListed(told, aside?.caseId ?? '', 'It was not made.', after(1940)));
    expect(repeatReturn(looked, refundId, after(1950)).kind).toBe('repeated');
  });
});
