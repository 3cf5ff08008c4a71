import type { PaymentOrder } from '../order/payment-order.ts';
import type { Refund } from './refund.ts';

/** How money went back: the channel returned it, or an operator did outside the channel. */
export type ReturnWay = 'at_channel' | 'by_hand';

/** The parts of a refund that returned money in one way: the refund itself, and the refunds that correct it. */
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

/** What a refund is recorded to have returned in one way, in minor units. */
export function madeMinor(order: Pick<PaymentOrder, 'refunds'>, refundId: string, way: ReturnWay): number {
  return madeParts(order, refundId, way).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}
