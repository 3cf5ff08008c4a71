import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { attemptOf, madeAtChannelOf, merchantRefunds } from './invariants/parts-of-order.ts';

/**
 * Returns how much may have been returned beyond the amounts of the merchant's refunds, according to reports that no operator
 * has looked into.
 */
export function doubtOf(order: PaymentOrder): number {
  return merchantRefunds(order)
    .map(({ refundId, state, amount }) => {
      const reports = order.quarantine.flatMap(({ subject, reported }, index) => {
        const isAbout = subject?.kind === 'refund' && subject.refundId === refundId;
        return isAbout && !isReportSettled(order, index) && subject.result !== 'failed'
          ? [{ reference: subject.channelReference, minor: reportedMinor(reported, amount) }]
          : [];
      });
      const others = Map.groupBy(
        reports.filter(({ reference }) => reference !== undefined),
        ({ reference }) => reference,
      );
      // The channel can have another refund under the same ID, whose money left as well.
      const byOthers = [...others.values()].reduce((sum, told) => sum + most(told), 0);
      const byIt = most(reports.filter(({ reference }) => reference === undefined));
      // If the refund's case is settled, an operator may have returned the money by hand in addition.
      if (order.settledCases.some(({ caseId }) => caseId === refundId)) return byOthers + byIt;
      const isUnderWay = state === 'INITIALISED' || state === 'PROCESSING';
      const counted = isUnderWay ? amount.amountMinor : madeAtChannelOf(order, refundId);
      return byOthers + Math.max(0, byIt - counted);
    })
    .reduce((sum, minor) => sum + minor, uncountedOf(order));
}

function most(reports: readonly { readonly minor: number }[]): number {
  return Math.max(0, ...reports.map(({ minor }) => minor));
}

/** Returns the amount in a report of a refund or, if it is none, the refund's own amount. */
function reportedMinor({ amountMinor, currency }: Money, own: Money): number {
  return currency === own.currency && Number.isSafeInteger(amountMinor) ? amountMinor : own.amountMinor;
}

/** Returns what somebody returned at the processor by hand, as far as it did not fit and no operator has looked into it. */
function uncountedOf(order: PaymentOrder): number {
  return order.quarantine
    .filter(
      ({ subject, attemptId }, index) =>
        attemptId === order.paidByAttemptId &&
        subject?.kind === 'refund' &&
        subject.refundId.startsWith('chn_') &&
        subject.result !== 'failed' &&
        !hasFailedSince(order, subject) &&
        !order.refunds.some(({ transactionId }) => transactionId === subject.refundId) &&
        !isReportSettled(order, index),
    )
    .reduce((sum, { reported }) => sum + reported.amountMinor, 0);
}

/** Whether the channel has reported since that the refund failed, so that its money came back. */
function hasFailedSince(
  { quarantine }: PaymentOrder,
  { refundId, toldAt }: { readonly refundId: string; readonly toldAt?: Date },
): boolean {
  return quarantine.some(
    ({ subject }) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.result === 'failed' &&
      (toldAt === undefined || subject.toldAt === undefined || subject.toldAt >= toldAt),
  );
}

export function setAsideCaseId({ orderId }: PaymentOrder, index: number): string {
  return `qtn_${orderId.slice('ord_'.length)}_${index + 1}`;
}

/** Whether a report came before the order counted the reported payment, which it counts now. */
export function isBeforeCounted(
  order: PaymentOrder,
  { subject, attemptId, paymentReference }: PaymentOrder['quarantine'][number],
): boolean {
  return (
    subject?.kind === 'uncounted_payment' &&
    attemptOf(order, attemptId)?.paymentReference === paymentReference
  );
}

export function isReportSettled(order: PaymentOrder, index: number): boolean {
  return order.settledCases.some(({ caseId }) => caseId === setAsideCaseId(order, index));
}

/**
 * Whether a report that waits for an operator names another amount than the one about to be recorded. For example, the bank gave
 * back a part of a dispute that the order does not record as lost. The operators of the model name no amount.
 */
export function isAmountInDoubt(
  order: PaymentOrder,
  channelReference: string,
  { amountMinor }: Money,
): boolean {
  return order.quarantine.some(
    ({ subject, reported }, index) =>
      subject?.kind === 'dispute' &&
      subject.channelReference === channelReference &&
      (subject.result === 'won'
        ? reported.amountMinor < amountMinor
        : reported.amountMinor !== amountMinor) &&
      !isReportSettled(order, index),
  );
}
