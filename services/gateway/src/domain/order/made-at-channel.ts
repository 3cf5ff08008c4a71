import type { PaymentOrder, QuarantinedResult } from './payment-order.ts';
import { uncountedPayments } from './uncounted-payments.ts';

/** What a channel's report is about: a payment (or a dispute over it), or a refund. */
export type ReportSubject = ({ readonly attemptId: string } | { readonly refundId: string }) & {
  /** The channel's reference of the reported payment; absent if the report does not name it. */
  readonly openingReference?: string | undefined;
  /** The channel's reference of the payment that was made for the attempt; absent if the report does not name it. */
  readonly paymentReference?: string | undefined;
};

/**
 * Returns the ID of the attempt for which a channel took a payment; undefined if the order knows no such payment. The payment
 * may have been stored for an operator, because its amount is wrong or the attempt was already paid.
 */
export function attemptPaidBy(
  order: PaymentOrder,
  channelId: string,
  paymentReference: string,
): string | undefined {
  return order.attempts.find(
    ({ attemptId, channelId: madeAt, paymentReference: known }) =>
      madeAt === channelId &&
      (known === paymentReference || uncountedPayment(order, attemptId, paymentReference) !== undefined),
  )?.attemptId;
}

/**
 * Returns the ID of the attempt whose payment a channel opened under this reference; undefined if the order has no such attempt.
 */
export function attemptOpenedAs(
  { attempts }: Pick<PaymentOrder, 'attempts'>,
  channelId: string,
  openingReference: string,
): string | undefined {
  return attempts.find(
    (attempt) => attempt.channelId === channelId && attempt.opening?.channelReference === openingReference,
  )?.attemptId;
}

function uncountedPayment(
  order: PaymentOrder,
  attemptId: string,
  paymentReference: string,
): QuarantinedResult | undefined {
  return uncountedPayments(order, attemptId).find((record) => record.paymentReference === paymentReference);
}

/**
 * Whether the changed order knows a payment that the earlier version did not. Reports that waited for this payment can then be
 * applied.
 */
export function knowsMorePayments(before: PaymentOrder, after: PaymentOrder): boolean {
  const earlier = new Set(before.attempts.map(({ paymentReference }) => paymentReference));
  return (
    after.attempts.some(({ paymentReference }) => !earlier.has(paymentReference)) ||
    after.quarantine.slice(before.quarantine.length).some(({ subject }) => subject === undefined)
  );
}

/** Returns the channel's references of the payments that the changed order knows and the earlier version did not. */
export function paymentsMadeKnown(before: PaymentOrder, after: PaymentOrder): readonly string[] {
  const earlier = new Set(before.attempts.map(({ paymentReference }) => paymentReference));
  const ofAttempts = after.attempts.flatMap(({ paymentReference }) =>
    paymentReference === null || earlier.has(paymentReference) ? [] : [paymentReference],
  );
  const uncounted = after.quarantine
    .slice(before.quarantine.length)
    .flatMap(({ subject, paymentReference = null }) =>
      subject !== undefined || paymentReference === null ? [] : [paymentReference],
    );
  return [...ofAttempts, ...uncounted];
}

/** Whether a reported payment or refund was made at the channel that sent the report. */
export type ReportOrigin =
  /** At the reporting channel. */
  | { readonly kind: 'own' }
  /** At another channel. */
  | { readonly kind: 'other_channel' }
  /**
   * The reporting channel made the payment or refund. But the payment was stored for an operator, and the order does not count
   * it.
   */
  | { readonly kind: 'uncounted_payment'; readonly payment: QuarantinedResult }
  /**
   * The report is about a payment other than the attempt's, so it is not applied. `known` is the channel's reference of the
   * attempt's payment, and `reported` that of the other payment.
   */
  | { readonly kind: 'other_payment'; readonly known: string; readonly reported: string }
  /**
   * The report names a payment of the attempt that the gateway does not know yet, because the channel has not reported that
   * payment as successful.
   */
  | { readonly kind: 'unknown_payment'; readonly paymentReference: string }
  /** The order has no attempt or refund with the reported ID. */
  | { readonly kind: 'unknown' };

/**
 * Finds out whether a reported payment or refund was made at the channel that sent the report. Without this check, the owner of
 * one account could report an order of another account as paid. A reported payment must also be the one that the channel opened
 * for the attempt, because anybody with access to the account can give another payment one of the gateway's IDs.
 */
export function originOf(order: PaymentOrder, subject: ReportSubject, channelId: string): ReportOrigin {
  const attemptId =
    'attemptId' in subject
      ? subject.attemptId
      : order.refunds.find(({ refundId }) => refundId === subject.refundId)?.attemptId;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined) return { kind: 'unknown' };
  if (attempt.channelId !== channelId) return { kind: 'other_channel' };
  const { paymentReference = '' } = subject;
  const payment = uncountedPayment(order, attempt.attemptId, paymentReference);
  if (payment !== undefined) return { kind: 'uncounted_payment', payment };
  const { openingReference: reported } = subject;
  const known = attempt.opening?.channelReference;
  if (known !== undefined && reported !== undefined && reported !== known) {
    return { kind: 'other_payment', known, reported };
  }
  if (paymentReference === '' || paymentReference === attempt.paymentReference) return { kind: 'own' };
  // If the gateway knows that the payment succeeded but not the payment's reference, it accepts any reference.
  const isAnyAccepted = attempt.paymentReference === null && attempt.state === 'SUCCEEDED';
  return isAnyAccepted ? { kind: 'own' } : { kind: 'unknown_payment', paymentReference };
}
