import { addSeconds } from '../add-seconds.ts';
import { changed, moveOrder } from '../order/order-transition.ts';
import { type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import {
  isAutomatic,
  isLeftToOperator,
  moveRefund,
  nextCaseSince,
  nextRefundState,
  type Refund,
  type RefundFailure,
  unresolvedSince,
} from './refund.ts';

/**
 * Ends a refund that its channel does not have. If the merchant requested it, an event tells the merchant why, and the merchant
 * can refund the amount again.
 */
export function withdrawRefund(
  order: PaymentOrder,
  refund: Refund,
  failure: RefundFailure,
  now: Date,
): PaymentOrder {
  const cancelled: Refund = {
    ...moveRefund(refund, 'withdrawn'),
    failure,
    completedAt: now,
    nextActionAt: null,
  };
  const noted = replaceRefund(order, cancelled);
  // An automatic refund returns a late or second payment, which never paid the order. So the order's state stays unchanged.
  return isAutomatic(refund) ? noted : moveOrder(noted, 'refund_not_made', now, { refund: cancelled });
}

/**
 * Records that the gateway no longer sends a refund, because an operator has settled its case. A refund that the merchant
 * requested stays accepted until an operator records its outcome. A refund that the gateway itself started is withdrawn, and
 * the operator has to return the money.
 *
 * @param facts.remindAt when the gateway reminds the operator of the refund; null if a case about the refund is open
 */
export function leaveToOperator(
  order: PaymentOrder,
  refund: Refund,
  { now, remindAt }: { readonly now: Date; readonly remindAt: Date | null },
): PaymentOrder {
  return isAutomatic(refund)
    ? withdrawRefund(order, refund, settledByOperator, now)
    : replaceRefund(order, { ...refund, nextActionAt: remindAt });
}

/**
 * Returns when the gateway reminds operators of a refund that has not ended although its case was settled. Such a refund still
 * reserves its part of the order's amount, so it must not be forgotten.
 */
export function reminderDueAt(settledAt: Date): Date {
  return addSeconds(settledAt, 30 * 24 * 60 * 60);
}

/**
 * Reminds the operators of a refund that has not ended: opens a new case about it, a month after an operator settled the
 * earlier one. Returns the refund unchanged if the month is not over, if no case was settled, or if a new case is already open.
 */
export function withReminder({ settledCases }: PaymentOrder, refund: Refund, now: Date): Refund {
  const settled = settledCases.findLast(({ caseId }) => caseId === refund.refundId);
  if (settled === undefined || now < reminderDueAt(settled.at)) return refund;
  // If the refund's latest case began at another time (`since`) than the settled case, it is a new case, which is still open.
  // Check only whether the two times differ, not which one is later: instances with different clocks may have recorded them.
  const isOpen = unresolvedSince(refund).getTime() !== settled.since.getTime();
  return isOpen ? refund : { ...refund, unconcludedSince: nextCaseSince(refund, now) };
}

const settledByOperator: RefundFailure = {
  code: 'settled_by_operator',
  message: 'It could not be sent, and an operator has taken it over.',
};

export type CancelledRefund =
  | { readonly kind: 'cancelled'; readonly order: PaymentOrder; readonly refund: Refund }
  | {
      readonly kind: 'refused';
      readonly reason: 'not_found' | 'automatic' | 'at_the_channel' | 'taken_over' | 'ended';
    };

/** Cancels a merchant's refund on behalf of an operator. A refund that may have reached its channel cannot be cancelled. */
export function cancelRefund(order: PaymentOrder, refundId: string, now: Date): CancelledRefund {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (refund === undefined) return { kind: 'refused', reason: 'not_found' };
  // An automatic refund returns a late or second payment, which does not belong to the merchant. So it cannot be cancelled.
  if (isAutomatic(refund)) return { kind: 'refused', reason: 'automatic' };
  if (refund.state === 'PROCESSING') return { kind: 'refused', reason: 'at_the_channel' };
  if (nextRefundState(refund.state, 'withdrawn') === undefined) return { kind: 'refused', reason: 'ended' };
  // Do not cancel the refund if an operator has settled its case, because that operator may have returned the money by hand.
  if (isLeftToOperator(order, refund)) return { kind: 'refused', reason: 'taken_over' };
  return { kind: 'cancelled', order: changed(withdrawForOperator(order, refund, now)).order, refund };
}

/**
 * Ends a merchant's refund that was not sent. An operator has either cancelled the refund or concluded that it was not made.
 */
export function withdrawForOperator(order: PaymentOrder, refund: Refund, now: Date): PaymentOrder {
  return withdrawRefund(order, refund, cancelledByOperator, now);
}

const cancelledByOperator: RefundFailure = {
  code: 'cancelled_by_operator',
  message: 'Cancelled by the operator before it was sent to the channel.',
};
