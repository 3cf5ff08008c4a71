import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import type { AttemptFailure } from './payment-attempt.ts';

/**
 * Notes that the channel refused the call of a submission: the payment has failed, and the channel is asked last
 * when the consumer tries again. Where the result was known before, there is nothing to note.
 */
export function recordSubmissionRefused(
  order: PaymentOrder,
  attemptId: string,
  failure: AttemptFailure,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt?.state !== 'SUBMITTED') return unchanged;
  const noted = replaceAttempt(order, { ...attempt, channelFault: 'submission_refused' });
  const failed = applyPaymentResult(noted, attemptId, { kind: 'failed', failure, card: null }, now);
  return failed.kind === 'changed' ? failed : changed(noted);
}
