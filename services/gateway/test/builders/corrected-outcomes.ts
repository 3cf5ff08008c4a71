import type { DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import { recordedOutcome } from '../../src/domain/dispute/disputes-set-aside.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';

/** Names the outcome that the order records for a dispute, like an operator who has just looked at the order. */
export function correcting(order: PaymentOrder, channelReference: string): Pick<DisputeFinding, 'corrects'> {
  const recorded = recordedOutcome(order, channelReference);
  return recorded === undefined ? {} : { corrects: recorded.since };
}
