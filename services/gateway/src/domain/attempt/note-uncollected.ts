import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { isReportedUncollected, type UncollectedPayment } from './payment-attempt.ts';

/**
 * How many earlier reports an attempt remembers. A channel reports the same loss under a few references, such as one for the
 * failed capture and one for the expiry.
 */
const MOST_EARLIER_REPORTS = 3;

/**
 * Records that a channel could not collect the money of a payment that it reports as successful. The order's state stays
 * unchanged, because the merchant may have delivered and the channel may still collect the money. This report can arrive even
 * before the report of the success.
 */
export function noteUncollected(
  order: PaymentOrder,
  attemptId: string,
  report: Pick<UncollectedPayment, 'channelReference' | 'reason'>,
  now: Date,
): Decision {
  const noted = withUncollected(order, attemptId, report, now);
  return noted === order ? unchanged : changed(noted);
}

/** Like `noteUncollected`, as a part of a larger change. Returns the same order if it already has the report. */
export function withUncollected(
  order: PaymentOrder,
  attemptId: string,
  { channelReference, reason }: Pick<UncollectedPayment, 'channelReference' | 'reason'>,
  now: Date,
): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || isReportedUncollected(attempt, channelReference)) return order;
  const { uncollected: before } = attempt;
  const earlier = before === null ? [] : [before.channelReference, ...(before.earlierReferences ?? [])];
  const hasForgottenReferences = before?.hasForgottenReferences || earlier.length > MOST_EARLIER_REPORTS;
  const uncollected: UncollectedPayment = {
    channelReference,
    ...(earlier.length > 0 && { earlierReferences: earlier.slice(0, MOST_EARLIER_REPORTS) }),
    ...(hasForgottenReferences && { hasForgottenReferences }),
    since: now,
    reason,
  };
  return replaceAttempt(order, { ...attempt, uncollected });
}
