import type { Dispute } from '../dispute/dispute.ts';
import { madeMinor } from '../refund/made-amount.ts';
import { isAutomatic, isLeftToOperator, type Refund, reservesAmount } from '../refund/refund.ts';
import type { PaymentOrder, QuarantinedResult } from './payment-order.ts';
import { isRecordSettled } from './quarantine.ts';

/** How much of an order's money was returned, is held for refunds, and can still be refunded; all in minor units. */

/**
 * What was refunded or lost to disputes from the money that pays the order, in minor units. The sum exceeds the order's
 * amount if a refund was under way when a dispute took the same money.
 */
export function refundedMinor(order: PaymentOrder): number {
  const made = order.refunds.filter((refund) => countsTowardOrder(refund) && refund.state === 'SUCCESS');
  return sumMinor(made) + lostMinor(order);
}

/** Lost to disputes, in minor units. */
export function lostMinor(order: PaymentOrder): number {
  return lostDisputesOf(order).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** A dispute can be reported before its payment; until the payment arrives, there is nothing to lose. */
function lostDisputesOf({ paidAt, dispute, lostDisputes }: PaymentOrder): readonly Dispute[] {
  if (paidAt === null) return [];
  return dispute?.state === 'lost' ? [...lostDisputes, dispute] : lostDisputes;
}

/** Held by merchants' refunds that are made or pending, or that may have been made after all, in minor units. */
export function reservedMinor(order: PaymentOrder): number {
  const reserved = order.refunds.filter((refund) => countsTowardOrder(refund) && reservesAmount(refund));
  return sumMinor(reserved) + doubtfulMinor(order);
}

/**
 * What may have been returned beyond the merchants' refunds, in minor units. Reports that were set aside say so: they report
 * a refund as made that had ended, or over more than its amount. The money stays in doubt until an operator settles the case.
 */
export function doubtfulMinor(order: PaymentOrder): number {
  return order.refunds
    .filter(countsTowardOrder)
    .map((refund) => doubtfulMinorOf(order, refund))
    .reduce((sum, minor) => sum + minor, 0);
}

/** What the other returns of the same payment have returned, are returning, or may have returned, in minor units. */
export function returnsOfOthersMinor(order: PaymentOrder, { attemptId, refundId }: Refund): number {
  return order.refunds
    .filter((other) => isAutomatic(other) && other.attemptId === attemptId && other.refundId !== refundId)
    .map((other) => {
      const isSent = other.state === 'PROCESSING' || other.state === 'SUCCESS';
      return (isSent ? other.amount.amountMinor : 0) + doubtfulMinorOf(order, other);
    })
    .reduce((sum, minor) => sum + minor, 0);
}

/** What was returned of a late or second payment, in minor units. */
export function returnedMinor(order: PaymentOrder, attemptId: string): number {
  return sumMinor(
    order.refunds.filter(
      (refund) => isAutomatic(refund) && refund.attemptId === attemptId && refund.state === 'SUCCESS',
    ),
  );
}

/** The most that was returned of any one payment of the order, in minor units; it can exceed the payment. */
export function mostReturnedMinor(order: PaymentOrder): number {
  return Math.max(...returnsByPayment(order).map(sumMinor), 0);
}

/** What was returned of those payments that gave back more than was paid. */
export function excessiveReturns(order: PaymentOrder): readonly (Refund | Dispute)[] {
  return returnsByPayment(order)
    .filter((returns) => sumMinor(returns) > order.amount.amountMinor)
    .flat();
}

/** The made refunds and lost disputes of the payment that pays the order, then the made returns of each other payment. */
function returnsByPayment(order: PaymentOrder): readonly (readonly (Refund | Dispute)[])[] {
  const made = order.refunds.filter(({ state }) => state === 'SUCCESS');
  const ofOrder = [...made.filter(countsTowardOrder), ...lostDisputesOf(order)];
  const ofOthers = order.attempts.map(({ attemptId }) =>
    made.filter((refund) => isAutomatic(refund) && refund.attemptId === attemptId),
  );
  return order.paidAt === null ? ofOthers : [ofOrder, ...ofOthers];
}

/**
 * What a refund may have returned beyond what is held or recorded for it. If an operator has settled the refund's case, the
 * money may also have been returned by hand, so the whole report is in doubt.
 */
function doubtfulMinorOf(order: PaymentOrder, refund: Refund): number {
  const reportedMinor = Math.max(
    0,
    ...reportsOfMoney(order, refund).map((report) => amountOf(report, refund)),
  );
  if (isLeftToOperator(order, refund)) return reportedMinor;
  const isPending = refund.state === 'INITIALISED' || refund.state === 'PROCESSING';
  const countedMinor = isPending
    ? refund.amount.amountMinor
    : madeMinor(order, refund.refundId, 'at_channel');
  return Math.max(reportedMinor - countedMinor, 0);
}

/** A channel can report a value that is not an amount; then the refund's own amount counts. */
function amountOf({ reported }: QuarantinedResult, { amount }: Refund): number {
  const isAmount = reported.currency === amount.currency && Number.isSafeInteger(reported.amountMinor);
  return isAmount ? reported.amountMinor : amount.amountMinor;
}

/** Whether a set-aside report that indicates that the refund was made waits for an operator. */
export function mayBeMade(order: PaymentOrder, refund: Pick<Refund, 'refundId'>): boolean {
  return reportsOfMoney(order, refund).length > 0;
}

/** Set-aside reports that a refund was made, or is at its channel, and that wait for an operator. */
function reportsOfMoney(
  order: PaymentOrder,
  { refundId }: Pick<Refund, 'refundId'>,
): readonly QuarantinedResult[] {
  return order.quarantine.filter(
    (record, index) =>
      record.subject?.kind === 'refund' &&
      record.subject.refundId === refundId &&
      record.subject.result !== 'failed' &&
      !isRecordSettled(order, index),
  );
}

/** What can still be refunded, in minor units: pending refunds count as made. */
export function refundableMinor(order: PaymentOrder): number {
  if (order.paidAt === null) return 0;
  return Math.max(order.amount.amountMinor - reservedMinor(order) - lostMinor(order), 0);
}

/** Automatic refunds return money that never paid the order, so they do not reduce its refundable amount. */
function countsTowardOrder(refund: Refund): boolean {
  return !isAutomatic(refund);
}

function sumMinor(parts: readonly Pick<Refund, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}
