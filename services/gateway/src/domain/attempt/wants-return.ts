import type { PaymentOrder } from '../order/payment-order.ts';
import { canRetry } from './cancel-attempt.ts';
import { refuseNewPayment } from './open-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/**
 * Whether the gateway tells the channel that a consumer has come back from the channel's page. It does so while the attempt is
 * open, because some channels make the payment only when the gateway tells them. It also does so if the attempt has failed but
 * the consumer can retry in the channel's own form, because the consumer may have paid there with another card.
 */
export function wantsReturn(order: PaymentOrder, attempt: PaymentAttempt, now: Date): boolean {
  if (isAttemptAlive(attempt)) return attempt.cancellation === null;
  return canRetry(attempt, now) && refuseNewPayment(order, now) === undefined;
}
