import { changed } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import type { Refund, RefundDelay } from './refund.ts';

/**
 * Records why the channel does not make a refund yet, in addition to what `decision` changes.
 *
 * @param facts.channelReference the channel's reference of the refund; if the order records another, nothing is recorded
 * @param facts.delay undefined if the channel names no reason, or only its usual processing
 */
export function withDelay(
  decision: Decision,
  order: PaymentOrder,
  facts: {
    readonly refundId: string;
    readonly channelReference: string;
    readonly delay: RefundDelay | undefined;
  },
): Decision {
  const { refundId, channelReference, delay } = facts;
  const known = decision.kind === 'changed' ? decision.order : order;
  const refund = known.refunds.find((each) => each.refundId === refundId);
  if (refund?.state !== 'PROCESSING' || refund.channelReference !== channelReference) return decision;
  if (refund.delay === delay) return decision;
  const { delay: _, ...rest } = refund;
  const noted: Refund = { ...rest, ...(delay && { delay }) };
  const next = replaceRefund(known, noted);
  return decision.kind === 'changed' ? { kind: 'changed', order: next } : changed(next);
}
