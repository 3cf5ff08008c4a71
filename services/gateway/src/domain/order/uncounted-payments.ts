import type { Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Decision, PaymentOrder, QuarantinedResult, QuarantinedSubject } from './payment-order.ts';
import { isRecordSettled, setAside, withSetAside } from './quarantine.ts';

/**
 * Stores a reported payment for an operator, because its amount differs from the order's, or because the attempt was already
 * paid by another payment.
 */
export function withPaymentSetAside(
  order: PaymentOrder,
  { attemptId }: Pick<PaymentAttempt, 'attemptId'>,
  { paid, paymentReference }: { readonly paid: Money; readonly paymentReference?: string },
  now: Date,
): PaymentOrder {
  const result: QuarantinedResult = { attemptId, reported: paid, receivedAt: now };
  return withSetAside(
    order,
    paymentReference === undefined ? result : { ...result, paymentReference },
    'is_known',
  );
}

/**
 * Returns the payments of an attempt that were stored for an operator, and that the order does not count. The payment that pays
 * the attempt is not among them, even if the channel has also reported another amount for it.
 */
export function uncountedPayments(
  { attempts, quarantine }: Pick<PaymentOrder, 'attempts' | 'quarantine'>,
  attemptId: string,
): readonly QuarantinedResult[] {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  return quarantine.filter(
    (record) =>
      record.subject === undefined &&
      record.attemptId === attemptId &&
      record.paymentReference !== undefined &&
      record.paymentReference !== attempt?.paymentReference,
  );
}

/**
 * Returns the reference of the payment over which the channel reported a dispute; undefined if it is the payment that pays its
 * attempt, or if the channel reported no such dispute.
 */
export function disputeOfUncounted(
  { attempts, quarantine }: Pick<PaymentOrder, 'attempts' | 'quarantine'>,
  channelReference: string,
): string | undefined {
  const about = quarantine.find(
    ({ attemptId, subject, paymentReference }) =>
      subject?.kind === 'uncounted_payment' &&
      isDisputeResult(subject.result) &&
      subject.channelReference === channelReference &&
      attempts.every((each) => each.attemptId !== attemptId || each.paymentReference !== paymentReference),
  );
  return about?.paymentReference;
}

function isDisputeResult(result: QuarantinedSubject['result']): boolean {
  return result.startsWith('dispute_');
}

/**
 * Whether an operator still has to examine a report about an attempt's payment. The report came before the order counted the
 * payment, for example because the channel first reported the payment with another amount.
 */
export function isReportedBeforeCounted(order: PaymentOrder, attemptId: string | null): boolean {
  const payment = order.attempts.find((each) => each.attemptId === attemptId)?.paymentReference;
  return order.quarantine.some(
    ({ subject, paymentReference }, index) =>
      subject?.kind === 'uncounted_payment' &&
      paymentReference !== undefined &&
      paymentReference === payment &&
      !isRecordSettled(order, index),
  );
}

/** Stores a report about a payment that the order does not count, so that an operator examines it. */
export function setUncountedAside(
  order: PaymentOrder,
  report: {
    readonly payment: QuarantinedResult;
    readonly told: Omit<Extract<QuarantinedSubject, { kind: 'uncounted_payment' }>, 'kind'>;
    /** The amount in the report; absent if it has none. */
    readonly amount?: Money;
  },
  now: Date,
): Decision {
  const { payment, told, amount = payment.reported } = report;
  const result = { ...payment, reported: amount, receivedAt: now };
  return setAside(order, { ...result, subject: { kind: 'uncounted_payment', ...told } }, 'is_news');
}
