import type { PaymentOrder } from '../order/payment-order.ts';
import { canRetry } from './cancel-attempt.ts';
import { refuseNewPayment } from './open-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/**
 * Whether the gateway tells the channel that a consumer has come back from the channel's page. The gateway does so while the
 * attempt is open, because some channels make the payment only after the gateway has asked them to. It also does so if the
 * attempt has failed but the consumer can retry in the channel's own form, because the consumer may have paid there with
 * another card.
 *
 * If the gateway itself cancels the attempt, it does not tell the channel. Otherwise, the channel could make the payment, and
 * might then be unable to cancel it. But if the consumer wanted to cancel and then continued to pay, the consumer's later
 * decision counts, and the gateway tells the channel. Otherwise, the attempt might never end, because the channel has not
 * cancelled it and would not learn that the consumer came back.
 */
export function wantsReturn(order: PaymentOrder, attempt: PaymentAttempt, now: Date): boolean {
  const isPayable = refuseNewPayment(order, now) === undefined;
  if (!isAttemptAlive(attempt)) return canRetry(attempt, now) && isPayable;
  const { cancellation } = attempt;
  return cancellation === null || (cancellation.isByConsumer === true && isPayable);
}
