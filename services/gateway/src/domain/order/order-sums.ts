import type { Money } from '@kassa/contracts';
import type { Dispute } from '../dispute/dispute.ts';
import { madeMinor } from '../refund/made-amount.ts';
import { isAutomatic, isLeftToOperator, type Refund, reservesAmount } from '../refund/refund.ts';
import type { PaymentOrder, QuarantinedResult } from './payment-order.ts';
import { hasFailed, isRecordSettled } from './quarantine.ts';

/** The amounts of an order that were returned, are reserved for refunds, or can still be refunded. All are in minor units. */

/**
 * Returns how much completed refunds and lost disputes have taken from the order's payment, in minor units. The sum can exceed
 * the order's amount: a refund can still succeed after a lost dispute has taken the same money.
 */
export function refundedMinor(order: PaymentOrder): number {
  const made = order.refunds.filter((refund) => countsTowardOrder(refund) && refund.state === 'SUCCESS');
  return sumMinor(made) + lostMinor(order);
}

/** Returns how much money lost disputes took from the order, in minor units. */
export function lostMinor(order: PaymentOrder): number {
  return lostDisputesOf(order).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/**
 * Returns the lost disputes that took money from an order. A channel can report a dispute before it reports the disputed
 * payment as successful. Until then, the dispute takes no money.
 */
function lostDisputesOf({ paidAt, dispute, lostDisputes }: PaymentOrder): readonly Dispute[] {
  if (paidAt === null) return [];
  return dispute?.state === 'lost' ? [...lostDisputes, dispute] : lostDisputes;
}

/**
 * Returns the amount, in minor units, that the merchant's refunds take from the payment. It consists of completed and pending
 * refunds, and of refunds that ended without success although the channel may have made them.
 */
export function reservedMinor(order: PaymentOrder): number {
  const reserved = order.refunds.filter((refund) => countsTowardOrder(refund) && reservesAmount(refund));
  return sumMinor(reserved) + doubtfulMinor(order);
}

/**
 * Returns an additional amount, in minor units: what the channel may have returned for the merchant's refunds, beyond what the
 * order records. For example, the channel has reported that it made a refund that the order records as failed. A report whose
 * case an operator has settled is ignored.
 */
export function doubtfulMinor(order: PaymentOrder): number {
  // Most orders have no stored reports. Check this first, because an order can have hundreds of refunds, and looking for the
  // reports of each refund takes long.
  if (order.quarantine.length === 0) return 0;
  const ofRefunds = order.refunds
    .filter(countsTowardOrder)
    .map((refund) => doubtfulMinorOf(order, refund))
    .reduce((sum, minor) => sum + minor, 0);
  return ofRefunds + uncountedMinor(order);
}

/**
 * Returns an amount in minor units: the refunds that somebody made at the processor by hand and that the order does not count,
 * because all refunds together would exceed the payment. If the channel reported such a refund with two amounts, the order
 * counts at most one of them. If the other amount is larger, the sum includes the difference. Two kinds of reports are ignored:
 * reports whose case an operator has settled, and reports of a failed refund, because a failed refund returned no money.
 */
function uncountedMinor(order: PaymentOrder): number {
  const own = new Set(order.refunds.map(({ refundId }) => refundId));
  return order.quarantine
    .map(({ attemptId, subject, reported }, index) => {
      if (attemptId !== order.paidByAttemptId || subject?.kind !== 'refund') return 0;
      if (own.has(subject.refundId) || subject.result === 'failed') return 0;
      // A refund by hand can include a fraction of a minor unit. The whole unit can then no longer be refunded.
      const uncounted = { ...reported, amountMinor: Math.ceil(reported.amountMinor) };
      if (!isPartOf(uncounted, order.amount) || isRecordSettled(order, index)) return 0;
      if (hasFailed(order, subject.refundId)) return 0;
      const counted = order.refunds.find(({ transactionId }) => transactionId === subject.refundId);
      if (counted === undefined) return uncounted.amountMinor;
      return counted.state === 'SUCCESS'
        ? Math.max(uncounted.amountMinor - counted.amount.amountMinor, 0)
        : 0;
    })
    .reduce((sum, minor) => sum + minor, 0);
}

function isPartOf({ amountMinor, currency }: Money, whole: Money): boolean {
  return currency === whole.currency && Number.isSafeInteger(amountMinor) && amountMinor >= 1;
}

/**
 * Adds up the automatic refunds of a late or second payment, except the given refund, in minor units. The sum includes refunds
 * that the channel made or is still making, and refunds that the channel may have made although the order does not record them
 * as made.
 */
export function returnsOfOthersMinor(order: PaymentOrder, { attemptId, refundId }: Refund): number {
  return order.refunds
    .filter((other) => isAutomatic(other) && other.attemptId === attemptId && other.refundId !== refundId)
    .map((other) => {
      const isSent = other.state === 'PROCESSING' || other.state === 'SUCCESS';
      return (isSent ? other.amount.amountMinor : 0) + doubtfulMinorOf(order, other);
    })
    .reduce((sum, minor) => sum + minor, 0);
}

/** Adds up the completed automatic refunds of a late or second payment, in minor units. */
export function returnedMinor(order: PaymentOrder, attemptId: string): number {
  return sumMinor(
    order.refunds.filter(
      (refund) => isAutomatic(refund) && refund.attemptId === attemptId && refund.state === 'SUCCESS',
    ),
  );
}

/**
 * Adds up, for each payment of an order, the completed refunds and lost disputes. Returns the largest of these sums, in minor
 * units. A sum can exceed what was paid.
 */
export function mostReturnedMinor(order: PaymentOrder): number {
  return Math.max(...returnsByPayment(order).map(sumMinor), 0);
}

/**
 * Finds payments whose completed refunds and lost disputes together exceed what was paid. Returns these refunds and disputes.
 */
export function excessiveReturns(order: PaymentOrder): readonly (Refund | Dispute)[] {
  return returnsByPayment(order)
    .filter((returns) => sumMinor(returns) > order.amount.amountMinor)
    .flat();
}

/** Adds up the refunds and lost disputes that `excessiveReturns` finds, in minor units. */
export function excessivelyReturnedMinor(order: PaymentOrder): number {
  return sumMinor(excessiveReturns(order));
}

/**
 * Returns the completed refunds and lost disputes in groups: one group for the payment that pays the order, and one for each
 * late or second payment.
 */
function returnsByPayment(order: PaymentOrder): readonly (readonly (Refund | Dispute)[])[] {
  const made = order.refunds.filter(({ state }) => state === 'SUCCESS');
  const ofOrder = [...made.filter(countsTowardOrder), ...lostDisputesOf(order)];
  const ofOthers = order.attempts.map(({ attemptId }) =>
    made.filter((refund) => isAutomatic(refund) && refund.attemptId === attemptId),
  );
  return order.paidAt === null ? ofOthers : [ofOrder, ...ofOthers];
}

/**
 * Returns, in minor units, how much more the channel may have returned for a refund than the order records.
 *
 * - Usually, the result is the amount that the channel reported minus the amount that the order records.
 * - If an operator has settled the refund's case, the result is the whole reported amount, because the operator may have
 *   returned the recorded amount by hand.
 * - If the channel has another refund under the same refund ID, the whole amount of the other refund is added.
 */
function doubtfulMinorOf(order: PaymentOrder, refund: Refund): number {
  const reports = reportsOfMoney(order, refund);
  if (reports.length === 0) return 0;
  const byReference = Map.groupBy(reports, ({ subject }) =>
    subject?.kind === 'refund' ? subject.channelReference : undefined,
  );
  let othersMinor = 0;
  let reportedMinor = 0;
  for (const [channelReference, about] of byReference) {
    const mostMinor = Math.max(...about.map((report) => amountOf(report, refund)));
    if (channelReference === undefined) reportedMinor = mostMinor;
    else othersMinor += mostMinor;
  }
  if (isLeftToOperator(order, refund)) return othersMinor + reportedMinor;
  const isPending = refund.state === 'INITIALISED' || refund.state === 'PROCESSING';
  const countedMinor = isPending
    ? refund.amount.amountMinor
    : madeMinor(order, refund.refundId, 'at_channel');
  return othersMinor + Math.max(reportedMinor - countedMinor, 0);
}

/**
 * Returns the amount in a channel's report of a refund. If the reported value is not a valid amount, returns the refund's own
 * amount.
 */
function amountOf({ reported }: QuarantinedResult, { amount }: Refund): number {
  const { amountMinor, currency } = reported;
  const isAmount = currency === amount.currency && Number.isSafeInteger(amountMinor) && amountMinor >= 0;
  return isAmount ? amountMinor : amount.amountMinor;
}

/**
 * Whether the channel may have made a refund although the order does not record it as made. This is so if a report of the
 * channel says that it made the refund or is still making it, and no operator has settled the report's case yet.
 */
export function mayBeMade(order: PaymentOrder, refund: Pick<Refund, 'refundId'>): boolean {
  return reportsOfMoney(order, refund).length > 0;
}

/**
 * Finds the channel's reports that it made a refund or is still making it, if they contradict the order and therefore wait for
 * an operator. A report whose case is settled is left out.
 */
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

/**
 * Returns the amount that can still be refunded, in minor units. Pending refunds reduce this amount, just as completed ones do.
 */
export function refundableMinor(order: PaymentOrder): number {
  if (order.paidAt === null) return 0;
  return Math.max(order.amount.amountMinor - reservedMinor(order) - lostMinor(order), 0);
}

/**
 * Whether a refund reduces the amount that can still be refunded. An automatic refund does not, because it returns a late or
 * second payment, which never paid the order.
 */
function countsTowardOrder(refund: Refund): boolean {
  return !isAutomatic(refund);
}

function sumMinor(parts: readonly Pick<Refund, 'amount'>[]): number {
  return parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}
