import { describe, expect, test } from 'vitest';
import { isCaptureWanted } from '../../src/domain/attempt/awaited-result.ts';
import { requestCancellation } from '../../src/domain/attempt/cancel-attempt.ts';
import type { PaymentAttempt } from '../../src/domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { closed, failed, latest, newOrder, opened, paid, submitted } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** Returns the order with an attempt that is still submitted as its latest one. */
function stillSubmitted(order: PaymentOrder): PaymentOrder {
  return { ...order, attempts: submitted().attempts };
}

function withLatest(order: PaymentOrder, change: (attempt: PaymentAttempt) => PaymentAttempt): PaymentOrder {
  return { ...order, attempts: order.attempts.map(change) };
}

describe('money that a channel holds for an attempt', () => {
  test.each<[string, PaymentOrder, boolean]>([
    ['that is submitted is wanted', submitted(), true],
    ['that is open, which the consumer’s browser may have paid, is wanted', opened(), true],
    ['that has failed is not', failed(), false],
    ['that has paid is not', paid(), false],
    [
      'that is to be cancelled is not',
      withLatest(submitted(), (attempt) => requestCancellation(attempt, after(60))),
      false,
    ],
    [
      'that was abandoned is not',
      withLatest(opened(), (attempt) => requestCancellation(attempt, after(60))),
      false,
    ],
    [
      'of an order that another attempt paid is not',
      stillSubmitted({ ...paid(), paidByAttemptId: 'txn_other' }),
      false,
    ],
    ['of an order that is closed is not', stillSubmitted(closed()), false],
  ])('%s', (_case, order, isWanted) => {
    expect(isCaptureWanted(order, latest(order).attemptId)).toBe(isWanted);
  });

  test('that the order does not know is not wanted', () => {
    expect(isCaptureWanted(newOrder(), latest(submitted()).attemptId)).toBe(false);
  });
});
