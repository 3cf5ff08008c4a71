import type { PaymentOrder } from './payment-order.ts';

/** The subject of a channel's report: a payment with its disputes, or a refund. */
export type ReportSubject = ({ readonly attemptId: string } | { readonly refundId: string }) & {
  /** The channel's reference of the reported payment, if the report names it. */
  readonly openingReference?: string | undefined;
};

/** Where the subject of a report was made. */
export type ReportOrigin =
  /** At the reporting channel. */
  | { readonly kind: 'own' }
  /** At another channel. */
  | { readonly kind: 'other_channel' }
  /** At this channel, but the attempt has a different payment than the reported one. */
  | { readonly kind: 'other_payment'; readonly opened: string }
  /** Nowhere, because the order has no such attempt or refund. */
  | { readonly kind: 'unknown' };

/**
 * Finds where the subject of a channel's report was made. Only the account at which a payment or refund was made
 * may report on it. Otherwise the owner of another account could report somebody else's order as paid. This also
 * holds within one account, because everybody who works with it can write one of the gateway's IDs on another
 * payment there.
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
  // A report can arrive before the answer to the opening.
  const isOther =
    opened !== undefined && subject.openingReference !== undefined && subject.openingReference !== opened;
  return isOther ? { kind: 'other_payment', opened } : { kind: 'own' };
}
