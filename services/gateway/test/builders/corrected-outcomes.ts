import type { DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import { lastRecordedAt } from '../../src/domain/dispute/disputes-set-aside.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';

/** Names what the order has last recorded about a dispute, like an operator who has just looked at the order. */
export function correcting(order: PaymentOrder, channelReference: string): Pick<DisputeFinding, 'corrects'> {
  const corrects = lastRecordedAt(order, channelReference);
  return corrects === undefined ? {} : { corrects };
}
