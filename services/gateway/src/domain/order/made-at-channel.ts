import type { PaymentOrder } from './payment-order.ts';

/** What a channel's report is about: a payment (including its disputes) or a refund. */
export type ReportSubject = ({ readonly attemptId: string } | { readonly refundId: string }) & {
  /** The channel's reference of the reported payment; absent if the report does not name it. */
  readonly openingReference?: string | undefined;
};

/** Whether the reported payment or refund was made at the channel that reports it. */
export type ReportOrigin =
  /** At the reporting channel. */
  | { readonly kind: 'own' }
  /** At another channel. */
  | { readonly kind: 'other_channel' }
  /** The attempt was made at this channel, but the channel opened another payment for it than the reported one. */
  | { readonly kind: 'other_payment'; readonly opened: string }
  /** The order has no attempt or refund with the reported ID. */
  | { readonly kind: 'unknown' };

/**
 * Finds where the payment or refund in a channel's report was made. Only the account at which it was made may report on it.
 * Otherwise, the owner of another account could report somebody else's order as paid.
 * The reported payment must also be the one that the channel opened. Everybody who works with the account can write one of the
 * gateway's IDs on another payment there.
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
  // A report can arrive before the channel's answer to the request that opens the payment, so there may be no reference to
  // compare.
  const isOther =
    opened !== undefined && subject.openingReference !== undefined && subject.openingReference !== opened;
  return isOther ? { kind: 'other_payment', opened } : { kind: 'own' };
}
