import type { PaymentOrder } from '../order/payment-order.ts';
import { canRetry } from './cancel-attempt.ts';
import { refuseNewPayment } from './open-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/**
 * Whether the channel may make an attempt's payment when the consumer returns. After a decline in the channel's own form, the
 * consumer may be returning with another card, so a failed attempt counts while the consumer can retry it.
 */
export function wantsReturn(order: PaymentOrder, attempt: PaymentAttempt, now: Date): boolean {
  if (isAttemptAlive(attempt)) return attempt.cancellation === null;
  return canRetry(attempt, now) && refuseNewPayment(order, now) === undefined;
}
