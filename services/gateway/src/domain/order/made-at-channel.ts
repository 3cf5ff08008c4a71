import type { PaymentOrder } from './payment-order.ts';

/** What a channel reports on: a payment with its disputes, or a refund. */
export type ReportSubject = ({ readonly attemptId: string } | { readonly refundId: string }) & {
  /** What the channel calls the payment that it reports on, where the report tells that. */
  readonly openingReference?: string | undefined;
};

/** Where what a report is about was made. */
export type ReportOrigin =
  /** At the channel that reports. */
  | { readonly kind: 'own' }
  /** At another channel. */
  | { readonly kind: 'other_channel' }
  /** At this channel, where the attempt stands for another payment than the one that is reported on. */
  | { readonly kind: 'other_payment'; readonly opened: string }
  /** Nowhere: the order has no such attempt or refund. */
  | { readonly kind: 'unknown' };

/**
 * Where what a channel reports on was made. What was made at one account is reported on by that account alone: whoever
 * owns another account could else have it say that an order of somebody else's is paid. The same holds for payments of
 * one account: everybody who works with it can write an ID of ours on another payment there.
 */
export function originOf(order: PaymentOrder, subject: ReportSubject, channelId: string): ReportOrigin {
  const attemptId =
    'attemptId' in subject
      ? subject.attemptId
      : order.refunds.find(({ refundId }) => refundId === subject.refundId)?.attemptId;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined) return { kind: 'unknown' };
  if (attempt.channelId !== channelId) return { kind: 'other_channel' };
  const opened = attempt.opening?.channelReference;
  // A report can overtake the answer to the opening.
  const isOther =
    opened !== undefined && subject.openingReference !== undefined && subject.openingReference !== opened;
  return isOther ? { kind: 'other_payment', opened } : { kind: 'own' };
}
