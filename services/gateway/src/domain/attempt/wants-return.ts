import type { PaymentOrder } from '../order/payment-order.ts';
import { canRetry } from './cancel-attempt.ts';
import { refuseNewPayment } from './open-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/**
 * Whether the gateway passes a consumer's return from the channel's page on to the channel, because the channel may make the
 * payment only then. A failed attempt is included while the consumer can retry it in the channel's own form, because the
 * consumer may be returning with another card.
 */
export function wantsReturn(order: PaymentOrder, attempt: PaymentAttempt, now: Date): boolean {
  if (isAttemptAlive(attempt)) return attempt.cancellation === null;
  return canRetry(attempt, now) && refuseNewPayment(order, now) === undefined;
}
