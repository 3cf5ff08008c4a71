import type { Dispute } from '../dispute/dispute.ts';
import { isAutomatic, type Refund, reservesAmount } from '../refund/refund.ts';
import type { PaymentOrder, QuarantinedResult } from './payment-order.ts';
import { isRecordSettled } from './quarantine.ts';

/** What of an order's money went back, is held for refunds, and can still be asked back; all in minor units. */

/**
 * Returned and lost to disputes, of the money that pays the order, in minor units. It is more than the order's amount
 * where a refund was under way when the dispute took the same money.
 */
export function refundedMinor(order: PaymentOrder): number {
  const made = order.refunds.filter((refund) => countsTowardOrder(refund) && refund.state === 'SUCCESS');
  return sumMinor(made) + lostMinor(order);
}

/** Lost to disputes, in minor units. */
export function lostMinor(order: PaymentOrder): number {
  return lostDisputesOf(order).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** A dispute can be reported before the payment it is about; until then nothing was there to lose. */
export function lostDisputesOf({ paidAt, dispute, lostDisputes }: PaymentOrder): readonly Dispute[] {
  if (paidAt === null) return [];
  return dispute?.state === 'lost' ? [...lostDisputes, dispute] : lostDisputes;
}

/** Held by merchants' refunds that are made or pending, or that may have been made after all, in minor units. */
export function reservedMinor(order: PaymentOrder): number {
  const reserved = order.refunds.filter((refund) => countsTowardOrder(refund) && reservesAmount(refund));
  return sumMinor(reserved) + doubtfulMinor(order);
}

/**
 * What may have gone back beyond what merchants' refunds account for, in minor units. Reports say so that were set aside:
 * that a refund was made which had ended, or over more than its amount. It is doubtful until an operator has settled the case.
 */
export function doubtfulMinor(order: PaymentOrder): number {
  return order.refunds
    .filter(countsTowardOrder)
    .map((refund) => doubtfulMinorOf(order, refund))
    .reduce((sum, minor) => sum + minor, 0);
}

/** What the other returns of the same payment have sent back, are sending back, or may have sent back, in minor units. */
export function returnsOfOthersMinor(order: PaymentOrder, { attemptId, refundId }: Refund): number {
  return order.refunds
    .filter((other) => isAutomatic(other) && other.attemptId === attemptId && other.refundId !== refundId)
    .map((other) => {
      const isSent = other.state === 'PROCESSING' || other.state === 'SUCCESS';
      return (isSent ? other.amount.amountMinor : 0) + doubtfulMinorOf(order, other);
    })
    .reduce((sum, minor) => sum + minor, 0);
}

/** What went back of a payment that came too late or twice, in minor units. */
export function returnedMinor(order: PaymentOrder, attemptId: string): number {
  return sumMinor(
    order.refunds.filter(
      (refund) => isAutomatic(refund) && refund.attemptId === attemptId && refund.state === 'SUCCESS',
    ),
  );
}

/** The most that went back of any one payment of the order, in minor units: it can be more than the payment was. */
export function mostReturnedMinor(order: PaymentOrder): number {
  const returned = order.attempts.map(({ attemptId }) => returnedMinor(order, attemptId));
  return Math.max(order.paidAt === null ? 0 : refundedMinor(order), ...returned);
}

function doubtfulMinorOf(order: PaymentOrder, refund: Refund): number {
  const reportedMinor = Math.max(
    0,
    ...reportsOfMoney(order, refund).map((report) => amountOf(report, refund)),
  );
  const isPending = refund.state === 'INITIALISED' || refund.state === 'PROCESSING';
  return isPending ? Math.max(reportedMinor - refund.amount.amountMinor, 0) : reportedMinor;
}

/** A channel can name no amount at all; then the refund's own is meant. */
function amountOf({ reported }: QuarantinedResult, { amount }: Refund): number {
  const isAmount = reported.currency === amount.currency && Number.isSafeInteger(reported.amountMinor);
  return isAmount ? reported.amountMinor : amount.amountMinor;
}

/** Whether a report that speaks for it, set aside because the refund had ended, waits for an operator. */
export function mayBeMade(order: PaymentOrder, refund: Pick<Refund, 'refundId'>): boolean {
  return reportsOfMoney(order, refund).length > 0;
}

/** Reports that a refund was made, or is at its channel, which were set aside and wait for an operator. */
function reportsOfMoney(
  order: PaymentOrder,
  { refundId }: Pick<Refund, 'refundId'>,
): readonly QuarantinedResult[] {
  return order.quarantine.filter(
    (record, index) =>
      record.subject?.kind === 'refund' &&
      record.subject.refundId === refundId &&
      record.subject.result !== 'failed' &&
      !isRecordSettled(order, record, index),
  );
}

/** What may still be asked back, in minor units: pending refunds count as if they were made. */
export function refundableMinor(order: PaymentOrder): number {
  if (order.paidAt === null) return 0;
  return Math.max(order.amount.amountMinor - reservedMinor(order) - lostMinor(order), 0);
}

/** Automatic refunds return money that never paid the order, so they leave its amount alone. */
function countsTowardOrder(refund: Refund): boolean {
  return !isAutomatic(refund);
}

function sumMinor(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount.amountMinor, 0);
}
