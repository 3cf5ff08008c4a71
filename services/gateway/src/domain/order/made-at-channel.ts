import type { PaymentOrder } from './payment-order.ts';

/** What a channel reports on: a payment with its disputes, or a refund. */
export type ReportSubject = { readonly attemptId: string } | { readonly refundId: string };

/**
 * Whether a report may come from a channel: what was made at one account is reported on by that account alone. Whoever
 * owns another account could else have it say that an order of somebody else's is paid. What the order does not know is
 * left to the decision about the report.
 */
export function isMadeAt(order: PaymentOrder, subject: ReportSubject, channelId: string): boolean {
  const attemptId =
    'attemptId' in subject
      ? subject.attemptId
      : order.refunds.find(({ refundId }) => refundId === subject.refundId)?.attemptId;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt === undefined || attempt.channelId === channelId;
}
