import type { DisputeConclusion } from '@kassa/contracts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { followDisputes } from './apply-dispute-report.ts';
import { endDispute } from './dispute.ts';

/** What an operator has found at the channel, and of which dispute. */
export interface DisputeFinding {
  readonly channelReference: string;
  readonly outcome: DisputeConclusion;
}

export type ConcludedDispute =
  | { readonly kind: 'concluded'; readonly order: PaymentOrder }
  | { readonly kind: 'refused'; readonly reason: 'no_dispute' }
  | { readonly kind: 'refused'; readonly reason: 'another'; readonly channelReference: string }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: DisputeConclusion };

/**
 * Ends a dispute whose outcome its channel never tells, as an operator has found it. The order and the merchant are
 * told as if the channel had said so, and a later report of the channel that contradicts it is set aside. Only the
 * dispute that the operator has looked at is ended: it may have been won meanwhile, and another opened in its place.
 */
export function concludeDispute(
  order: PaymentOrder,
  { channelReference, outcome }: DisputeFinding,
  now: Date,
): ConcludedDispute {
  const { dispute } = order;
  if (dispute === null) return { kind: 'refused', reason: 'no_dispute' };
  if (dispute.channelReference !== channelReference) {
    return { kind: 'refused', reason: 'another', channelReference: dispute.channelReference };
  }
  if (dispute.state !== 'opened') return { kind: 'refused', reason: 'ended', endedAs: dispute.state };
  const ended = { ...order, dispute: endDispute(dispute, outcome, now) };
  const { order: next } = changed(followDisputes(ended, now));
  return { kind: 'concluded', order: next };
}
