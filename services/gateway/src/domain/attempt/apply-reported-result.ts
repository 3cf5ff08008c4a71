import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import type { PaymentAttempt, PaymentResult } from './payment-attempt.ts';

/**
 * Applies a payment's result that the gateway did not ask for: the channel reported it in a callback, or when the consumer came
 * back from the channel's page. Such a report can be late: it may repeat a decline after which the consumer has retried the
 * payment. So a decline that the gateway already knows does not end a retried attempt. Instead, the gateway immediately asks
 * the channel for the payment's result.
 */
export function applyReportedResult(
  order: PaymentOrder,
  attemptId: string,
  result: PaymentResult,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || !repeatsDecline(attempt, result)) {
    return applyPaymentResult(order, attemptId, result, now);
  }
  const isAskedNow = attempt.nextCheckAt !== null && attempt.nextCheckAt <= now;
  return isAskedNow ? unchanged : changed(replaceAttempt(order, { ...attempt, nextCheckAt: now }));
}

/** Whether a result repeats a decline that the gateway already knows, and the consumer has retried the attempt since. */
function repeatsDecline({ state, declines }: PaymentAttempt, result: PaymentResult): boolean {
  if (state !== 'SUBMITTED' || result.kind !== 'failed' || result.declineReference === undefined)
    return false;
  return declines.includes(result.declineReference);
}
