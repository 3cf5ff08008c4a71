import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import type { UncollectedPayment } from './payment-attempt.ts';

/**
 * Records that a channel could not collect the money of a payment that it reports as successful. The order's state stays
 * unchanged, because the merchant may have delivered and the channel may still collect the money. This report can arrive even
 * before the report of the success.
 */
export function noteUncollected(
  order: PaymentOrder,
  attemptId: string,
  { channelReference, reason }: Omit<UncollectedPayment, 'since'>,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || attempt.uncollected?.channelReference === channelReference) return unchanged;
  const uncollected: UncollectedPayment = { channelReference, since: now, reason };
  return changed(replaceAttempt(order, { ...attempt, uncollected }));
}
