import { expect, test } from 'vitest';
import { unchanged } from '../../src/domain/order/order-transition.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import type { RefundDelay } from '../../src/domain/refund/refund.ts';
import { withDelay } from '../../src/domain/refund/refund-delay.ts';
import { afterChange, clocksAt, paid, refundNumbered, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const sent = withRefund(paid(), { number: 'R', amountMinor: 100, state: 'PROCESSING' });
const { refundId, amount } = refundNumbered(sent, 'R');

/** What the order records after the channel has answered that the refund is pending, and perhaps why. */
function answered(order: PaymentOrder, delay: RefundDelay | undefined, channelReference = 're_1') {
  const named = recordRefundReference(order, refundId, channelReference, clocksAt(after(60)));
  return withDelay(named, order, { refundId, channelReference, delay });
}
const delayIn = (order: PaymentOrder) => refundNumbered(order, 'R').delay;

test('the reason why a channel does not make a refund yet is recorded with the first answer and changes with the later ones', () => {
  const low = afterChange(answered(sent, 'balance_too_low'));
  expect(delayIn(low)).toBe('balance_too_low');
  expect(low.version).toBe(sent.version + 1);
  expect(answered(low, 'balance_too_low')).toEqual(unchanged);
  const unsettled = afterChange(answered(low, 'payment_not_settled'));
  expect(delayIn(unsettled)).toBe('payment_not_settled');
  expect(unsettled.version).toBe(low.version + 1);
  const usual = afterChange(answered(unsettled, undefined));
  expect(refundNumbered(usual, 'R')).not.toHaveProperty('delay');
});

test('the reason ends with the refund', () => {
  const low = afterChange(answered(sent, 'balance_too_low'));
  const result = { kind: 'succeeded', returned: amount } as const;
  const made = afterChange(applyRefundResult(low, refundId, result, after(70)));
  expect(refundNumbered(made, 'R')).not.toHaveProperty('delay');
  expect(withDelay(unchanged, made, { refundId, channelReference: 're_1', delay: 'balance_too_low' })).toBe(
    unchanged,
  );
});

test('the reason of another refund under the same ID is not recorded', () => {
  const known = afterChange(answered(sent, undefined));
  expect(delayIn(afterChange(answered(known, 'balance_too_low', 're_2')))).toBeUndefined();
});
