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
  report: Omit<UncollectedPayment, 'since'>,
  now: Date,
): Decision {
  const noted = withUncollected(order, attemptId, report, now);
  return noted === order ? unchanged : changed(noted);
}

/** Like `noteUncollected`, as a part of a larger change. Returns the same order if it already has the report. */
export function withUncollected(
  order: PaymentOrder,
  attemptId: string,
  { channelReference, reason }: Omit<UncollectedPayment, 'since'>,
  now: Date,
): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || attempt.uncollected?.channelReference === channelReference) return order;
  const uncollected: UncollectedPayment = { channelReference, since: now, reason };
  return replaceAttempt(order, { ...attempt, uncollected });
}
