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
      const reported = order.quarantine.flatMap((record, index) => {
        const { subject } = record;
        const isOpen = !isReportSettled(order, index);
        const isAbout = subject?.kind === 'refund' && subject.refundId === refundId;
        return isAbout && isOpen && subject.result !== 'failed' ? [record.reported] : [];
      });
      const most = Math.max(
        0,
        ...reported.map(({ amountMinor, currency }) =>
          currency === amount.currency && Number.isSafeInteger(amountMinor)
            ? amountMinor
            : amount.amountMinor,
        ),
      );
      // If the refund's case is settled, an operator may have returned the money by hand in addition.
      if (order.settledCases.some(({ caseId }) => caseId === refundId)) return most;
      const isUnderWay = state === 'INITIALISED' || state === 'PROCESSING';
      return Math.max(0, most - (isUnderWay ? amount.amountMinor : madeAtChannelOf(order, refundId)));
    })
    .reduce((sum, minor) => sum + minor, uncountedOf(order));
}

/** Returns what somebody returned at the processor by hand, as far as it did not fit and no operator has looked into it. */
function uncountedOf(order: PaymentOrder): number {
  return order.quarantine
    .filter(
      ({ subject, attemptId }, index) =>
        attemptId === order.paidByAttemptId &&
        subject?.kind === 'refund' &&
        subject.refundId.startsWith('chn_') &&
        !order.refunds.some(({ transactionId }) => transactionId === subject.refundId) &&
        !isReportSettled(order, index),
    )
    .reduce((sum, { reported }) => sum + reported.amountMinor, 0);
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
