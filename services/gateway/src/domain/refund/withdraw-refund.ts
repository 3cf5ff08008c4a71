import { changed, moveOrder } from '../order/order-transition.ts';
import { type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { isAutomatic, moveRefund, nextRefundState, type Refund, type RefundFailure } from './refund.ts';

/** Ends a refund that did not reach its channel; the merchant is told why, and its amount is free again. */
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
  return moveOrder(replaceRefund(order, cancelled), 'refund_not_made', now, { refund: cancelled });
}

export type CancelledRefund =
  | { readonly kind: 'cancelled'; readonly order: PaymentOrder; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'automatic' | 'at_the_channel' | 'ended' };

/** Cancels a merchant's refund for the operator. What may have reached the channel can only be waited for. */
export function cancelRefund(order: PaymentOrder, refundId: string, now: Date): CancelledRefund {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (refund === undefined) return { kind: 'refused', reason: 'not_found' };
  // It returns money that is not the merchant's.
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
