import { addSeconds } from '../add-seconds.ts';
import { changed, moveOrder } from '../order/order-transition.ts';
import { type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import {
  isAutomatic,
  moveRefund,
  nextCaseSince,
  nextRefundState,
  type Refund,
  type RefundFailure,
  unresolvedSince,
} from './refund.ts';

/** Ends a refund that is not at its channel. The merchant is told why, and the amount can be refunded again. */
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
  // A return sends back money that never paid the order, so the order does not move.
  return isAutomatic(refund) ? noted : moveOrder(noted, 'refund_not_made', now, { refund: cancelled });
}

/**
 * Leaves a refund that is not at its channel to the operator who has settled its case: the gateway no longer sends it. A
 * merchant's refund stays accepted until the operator concludes or cancels it. A return is withdrawn, and the operator has to
 * make it.
 *
 * @param facts.remindAt when the operator is reminded of the refund; null if it is a case now
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

/** The refund keeps its amount reserved, so it must not be forgotten. */
export function reminderDueAt(settledAt: Date): Date {
  return addSeconds(settledAt, 30 * 24 * 60 * 60);
}

/** Makes the refund a case again if its case was settled a month ago and the refund has not ended since. */
export function withReminder({ settledCases }: PaymentOrder, refund: Refund, now: Date): Refund {
  const settled = settledCases.findLast(({ caseId }) => caseId === refund.refundId);
  if (settled === undefined || now < reminderDueAt(settled.at)) return refund;
  // Two clocks cannot tell whether the case opened before or after it was settled: each settlement names its own case.
  const isOpen = unresolvedSince(refund).getTime() !== settled.since.getTime();
  return isOpen ? refund : { ...refund, unconcludedSince: nextCaseSince(refund, now) };
}

const settledByOperator: RefundFailure = {
  code: 'settled_by_operator',
  message: 'It could not be sent, and an operator has taken it over.',
};

export type CancelledRefund =
  | { readonly kind: 'cancelled'; readonly order: PaymentOrder; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'automatic' | 'at_the_channel' | 'ended' };

/** Cancels a merchant's refund for the operator. A refund that may have reached the channel cannot be cancelled. */
export function cancelRefund(order: PaymentOrder, refundId: string, now: Date): CancelledRefund {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (refund === undefined) return { kind: 'refused', reason: 'not_found' };
  // An automatic refund returns money that is not the merchant's.
  if (isAutomatic(refund)) return { kind: 'refused', reason: 'automatic' };
  if (refund.state === 'PROCESSING') return { kind: 'refused', reason: 'at_the_channel' };
  if (nextRefundState(refund.state, 'withdrawn') === undefined) return { kind: 'refused', reason: 'ended' };
  const { order: next } = changed(withdrawRefund(order, refund, cancelledByOperator, now));
  return { kind: 'cancelled', order: next, refund };
}

const cancelledByOperator: RefundFailure = {
  code: 'cancelled_by_operator',
  message: 'Cancelled by the operator before it was sent to the channel.',
};
