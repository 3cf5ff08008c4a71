import { refundedMinor } from '../order/order-sums.ts';
import { moveOrder } from '../order/order-transition.ts';
import { type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { isAutomatic, moveRefund, type Refund, type RefundFailure } from './refund.ts';

/** Records a refund as made: the order moves, and the merchant is told. */
export function makeRefund(order: PaymentOrder, refund: Refund, now: Date): PaymentOrder {
  const isEnded = refund.state === 'FAILED' || refund.state === 'CANCELLED';
  const made = isEnded
    ? moveRefund(refund, 'found_made')
    : moveRefund(atChannel(refund), 'channel_returned_money');
  const ended: Refund = { ...made, failure: null, completedAt: now, nextActionAt: null };
  const noted = replaceRefund(order, ended);
  // Returning money that never paid the order does not move the order; the merchant sees the return in the query.
  if (isAutomatic(ended)) return noted;
  const isAllBack = refundedMinor(noted) >= noted.amount.amountMinor;
  return moveOrder(noted, isAllBack ? 'refund_left_nothing' : 'refund_left_a_rest', now, { refund: ended });
}

/** Records a refund as not made; the merchant is told why. */
export function failRefund(
  order: PaymentOrder,
  refund: Refund,
  failure: RefundFailure,
  now: Date,
): PaymentOrder {
  const failed = moveRefund(atChannel(refund), 'channel_refused');
  const ended: Refund = { ...failed, failure, completedAt: now, nextActionAt: null };
  const noted = replaceRefund(order, ended);
  return isAutomatic(ended) ? noted : moveOrder(noted, 'refund_not_made', now, { refund: ended });
}

/** A report can arrive before the refund is recorded as sent. */
function atChannel(refund: Refund): Refund {
  return refund.state === 'INITIALISED' ? moveRefund(refund, 'sent_to_channel') : refund;
}
