import type { PaymentOrder } from '../order/payment-order.ts';
import type { Refund } from './refund.ts';

/** How money was returned: by the channel, or by an operator outside the channel (by hand). */
export type ReturnWay = 'at_channel' | 'by_hand';

/**
 * Returns the parts of a refund that were returned in the given way (by the channel or by hand). The parts are the refund
 * itself and the later refunds that correct it.
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
 * Returns the amount that the order records as returned for a refund in the given way (by the channel or by hand), in minor
 * units.
 */
export function madeMinor(order: Pick<PaymentOrder, 'refunds'>, refundId: string, way: ReturnWay): number {
  return madeParts(order, refundId, way).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}
