import { describe, expect, test } from 'vitest';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import { type PaymentOrder, refundableMinor } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { afterChange, disputed, paid, refundNumbered, startRefund, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** The channel reports the refund R1 as made. */
function reportedMade(order: PaymentOrder): PaymentOrder {
  const { refundId, amount } = refundNumbered(order, 'R1');
  return afterChange(applyRefundResult(order, refundId, { kind: 'succeeded', returned: amount }, after(60)));
}

function settled(order: PaymentOrder): PaymentOrder {
  const [open] = openCases(order);
  return afterChange(settleCase(order, open?.caseId ?? '', 'It was not made.', after(70)));
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

  test('does so also where a dispute had withdrawn it', () => {
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
