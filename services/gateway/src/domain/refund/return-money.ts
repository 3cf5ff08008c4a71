import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import { isReportedLost } from '../dispute/disputes-set-aside.ts';
import { openCases, refundOfCase } from '../order/operator-cases.ts';
import { refundIdOf, returnCaseIdOf } from '../order/order-identifiers.ts';
import { mayBeMade, returnedMinor } from '../order/order-sums.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { isAutomatic, isFoundNotMade, newRefund, type Refund, type RefundOrigin } from './refund.ts';

/**
 * Starts the return of a payment that arrived after the order had closed, or that is the order's second payment. The order's
 * state stays unchanged.
 */
export function returnMoney(
  order: PaymentOrder,
  { attemptId }: Pick<PaymentAttempt, 'attemptId'>,
  origin: Exclude<RefundOrigin, 'merchant'>,
  now: Date,
): PaymentOrder {
  const restMinor = order.amount.amountMinor - returnedMinor(order, attemptId);
  const refundId = refundIdOf(order.orderId, order.refunds.length + 1);
  const refund = newRefund(
    {
      refundId,
      transactionId: refundId,
      amount: { ...order.amount, amountMinor: restMinor },
      attemptId,
      origin,
      fingerprint: refundId,
      reason: origin === 'late_payment' ? 'paid after the order was closed' : 'paid a second time',
      remark: null,
    },
    now,
  );
  return { ...order, refunds: [...order.refunds, refund] };
}

export type RepeatedReturn =
  | { readonly kind: 'repeated'; readonly order: PaymentOrder; readonly refundId: string }
  | {
      readonly kind: 'refused';
      readonly reason:
        | 'not_found'
        | 'not_automatic'
        | 'not_failed'
        | 'reported_made'
        | 'taken_over'
        | 'reported_lost'
        | 'no_open_case';
    };

/**
 * Starts a new return of a late or second payment if the earlier return failed or returned only a part. The new return gets a
 * new ID, because the channel would give its earlier answer again for the old ID. The new return is refused if the money may
 * already have been returned, for example because the channel has reported this or an operator has settled the case.
 */
export function repeatReturn(order: PaymentOrder, refundId: string, now: Date): RepeatedReturn {
  const failed = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (failed === undefined) return { kind: 'refused', reason: 'not_found' };
  const { origin } = failed;
  if (!isAutomatic(failed) || origin === 'merchant') return { kind: 'refused', reason: 'not_automatic' };
  const isAllBack = returnedMinor(order, failed.attemptId) >= order.amount.amountMinor;
  if (failed.state === 'INITIALISED' || failed.state === 'PROCESSING' || isAllBack) {
    return { kind: 'refused', reason: 'not_failed' };
  }
  if (isReportedMade(order, failed)) return { kind: 'refused', reason: 'reported_made' };
  const isOpen = openCases(order).some(({ caseId }) => caseId === returnCaseIdOf(refundId));
  if (!isOpen) return { kind: 'refused', reason: 'no_open_case' };
  // An operator who settled a case of the return may have returned the money by hand. So refuse a new return, unless an
  // operator has found later that nothing was returned.
  const isTakenOver = order.settledCases.some(({ caseId }) => refundOfCase(order, caseId) === failed);
  if (isTakenOver && !isFoundNotMade(failed)) {
    return { kind: 'refused', reason: 'taken_over' };
  }
  if (isReportedLost(order, failed.attemptId)) return { kind: 'refused', reason: 'reported_lost' };
  const { order: next } = changed(returnMoney(order, failed, origin, now));
  return { kind: 'repeated', order: next, refundId: refundIdOf(order.orderId, next.refunds.length) };
}

/**
 * Finds the latest return of the same late or second payment that was started after the given return; undefined if there is
 * none.
 */
export function laterReturn({ refunds }: PaymentOrder, refundId: string): Refund | undefined {
  const position = refunds.findIndex((refund) => refund.refundId === refundId);
  const attemptId = refunds[position]?.attemptId;
  return refunds.findLast(
    (refund, index) =>
      index > position &&
      refund.attemptId === attemptId &&
      isAutomatic(refund) &&
      refund.correctsRefundId === undefined &&
      !refund.isMadeAtProcessor,
  );
}

/**
 * Whether the channel has reported that it made or received a return of this late or second payment, although the order does
 * not record the return as made. A new return could then return the money twice. A report that a return succeeded is never
 * ignored. A report that the channel has received a return is ignored once an operator has settled its case.
 */
function isReportedMade(order: PaymentOrder, failed: Refund): boolean {
  const tries = order.refunds.filter(
    (refund) => refund.attemptId === failed.attemptId && isAutomatic(refund) && refund.state !== 'SUCCESS',
  );
  if (tries.some((refund) => mayBeMade(order, refund))) return true;
  return order.quarantine.some(
    ({ subject }) =>
      subject?.kind === 'refund' &&
      subject.result === 'succeeded' &&
      tries.some(({ refundId }) => refundId === subject.refundId),
  );
}
