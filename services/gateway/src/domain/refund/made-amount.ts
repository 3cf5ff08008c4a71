import type { PaymentOrder } from '../order/payment-order.ts';
import type { Refund } from './refund.ts';

/** How money was returned: by the channel, or by an operator outside the channel (by hand). */
export type ReturnWay = 'at_channel' | 'by_hand';

/**
 * Returns the parts of a refund whose money was returned in the given way (by the channel or by hand): the refund itself, and
 * later refunds that correct it.
 */
export function madeParts(
  { refunds }: Pick<PaymentOrder, 'refunds'>,
  refundId: string,
  way: ReturnWay,
): readonly Refund[] {
  return refunds.filter(
    (part) =>
      (part.refundId === refundId || part.correctsRefundId === refundId) &&
      part.state === 'SUCCESS' &&
      (part.isMadeByHand === true) === (way === 'by_hand'),
  );
}

/**
 * Returns how much of a refund was returned in the given way (by the channel or by hand), in minor units, according to the
 * order.
 */
export function madeMinor(order: Pick<PaymentOrder, 'refunds'>, refundId: string, way: ReturnWay): number {
  return madeParts(order, refundId, way).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}
