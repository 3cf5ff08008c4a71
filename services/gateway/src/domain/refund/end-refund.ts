import type { OrderTransitionCause } from '@kassa/contracts';
import { refundedMinor } from '../order/order-sums.ts';
import { moveOrder } from '../order/order-transition.ts';
import { type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { isAutomatic, moveRefund, type Refund, type RefundFailure, type RefundResult } from './refund.ts';

/** Records a refund as made. The order moves to the state that follows from its refunds, and an event tells the merchant. */
export function makeRefund(order: PaymentOrder, refund: Refund, now: Date): PaymentOrder {
  const isEnded = refund.state === 'FAILED' || refund.state === 'CANCELLED';
  const made = isEnded
    ? moveRefund(refund, 'found_made')
    : moveRefund(atChannel(refund), 'channel_returned_money');
  const ended: Refund = { ...made, failure: null, completedAt: now, nextActionAt: null };
  const noted = replaceRefund(order, ended);
  // An automatic refund returns a late or second payment, which never paid the order. So the order's state stays unchanged and
  // there is no event. The merchant sees the refund in the payment query.
  if (isAutomatic(ended)) return noted;
  const isAllBack = refundedMinor(noted) >= noted.amount.amountMinor;
  return moveOrder(noted, isAllBack ? 'refund_left_nothing' : 'refund_left_a_rest', now, { refund: ended });
}

/** Records a refund as not made. If the merchant requested the refund, an event tells the merchant why. */
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

/**
 * Records that the channel took a refund back after it had been made. The amount can be refunded again, the order moves to the
 * state that follows from its remaining refunds, and an event tells the merchant.
 */
export function reverseRefund(
  order: PaymentOrder,
  refund: Refund,
  { failure, toldAt }: Extract<RefundResult, { kind: 'failed' }>,
  now: Date,
): PaymentOrder {
  const madeAt = refund.completedAt ?? refund.createdAt;
  const reversedAt = isAutomatic(refund) ? afterSettledReturns(order, now) : now;
  const reversed: Refund = {
    ...moveRefund(refund, 'channel_took_back'),
    failure,
    completedAt: reversedAt,
    reversal: { amount: refund.amount, madeAt, reversedAt, ...(toldAt && { toldAt }) },
  };
  const noted = replaceRefund(order, reversed);
  return isAutomatic(reversed) ? noted : moveOrder(noted, causeOfReversal(noted), now, { refund: reversed });
}

/**
 * Returns the time to record for the reversal of a returned late or second payment. It is later than the start of every settled
 * case about a return, even if this instance's clock is behind. Otherwise, the case that now opens could be mistaken for a
 * settled one.
 */
export function afterSettledReturns({ settledCases }: PaymentOrder, now: Date): Date {
  const settledMs = settledCases
    .filter(({ kind }) => kind === 'return_failed')
    .map(({ since }) => since.getTime() + 1);
  return new Date(Math.max(now.getTime(), ...settledMs));
}

function causeOfReversal(order: PaymentOrder): OrderTransitionCause {
  const refunded = refundedMinor(order);
  if (refunded === 0) return 'refund_reversed_nothing_refunded';
  return refunded >= order.amount.amountMinor
    ? 'refund_reversed_fully_refunded'
    : 'refund_reversed_partly_refunded';
}

/**
 * Treats the refund as sent to the channel, even if the order still records it as unsent: a channel can report a refund before
 * the gateway has recorded that it sent the refund.
 */
function atChannel(refund: Refund): Refund {
  return refund.state === 'INITIALISED' ? moveRefund(refund, 'sent_to_channel') : refund;
}
