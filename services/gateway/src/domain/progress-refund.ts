import type { RefundTransitionCause } from '@kassa/contracts';
import { changed, moveOrder, unchanged } from './order-transition.ts';
import { type Decision, type PaymentOrder, refundedMinor, replaceRefund } from './payment-order.ts';
import { isAutomatic, nextRefundState, type Refund, type RefundResult } from './refund.ts';
import { addSeconds, refundRetryDelaySeconds } from './schedule.ts';

/** How a refund goes on after it was accepted (decisions, section 6). */

/**
 * Notes the intent to send a refund, before the channel is called. One caller wins this write and sends;
 * if it dies, the refund is due again later and is sent with the same key.
 */
export function startRefund(order: PaymentOrder, refundId: string, now: Date): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.nextActionAt === null || refund.nextActionAt > now) return unchanged;
  const started: Refund = {
    ...refund,
    state: nextRefundState(refund.state, 'sent_to_channel') ?? refund.state,
    tries: refund.tries + 1,
    nextActionAt: addSeconds(now, refundRetryDelaySeconds(refund.tries)),
  };
  return changed(replaceRefund(order, started));
}

/** Notes that the channel has the refund; its result follows by callback or is asked for. */
export function recordRefundReference(
  order: PaymentOrder,
  refundId: string,
  channelReference: string,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.channelReference === channelReference) return unchanged;
  return changed(replaceRefund(order, { ...refund, channelReference }));
}

/** Applies what the channel reports about a refund; what has ended does not change again. */
export function applyRefundResult(
  order: PaymentOrder,
  refundId: string,
  result: RefundResult,
  now: Date,
): Decision {
  switch (result.kind) {
    case 'succeeded':
      return endRefund(order, refundId, 'channel_returned_money', null, now);
    case 'failed':
      return endRefund(order, refundId, 'channel_refused', result.failure, now);
  }
}

function endRefund(
  order: PaymentOrder,
  refundId: string,
  cause: RefundTransitionCause,
  failure: Refund['failure'],
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return unchanged;
  // A callback can overtake the note that the refund was sent.
  const sent = refund.state === 'INITIALISED' ? 'PROCESSING' : refund.state;
  const state = nextRefundState(sent, cause);
  if (state === undefined) return unchanged;
  const ended: Refund = { ...refund, state, failure, completedAt: now, nextActionAt: null };
  const noted = replaceRefund(order, ended);
  // Money that never paid the order goes back without moving it; the merchant sees it in the query.
  if (isAutomatic(ended)) return changed(noted);
  if (state !== 'SUCCESS') return changed(moveOrder(noted, 'refund_not_made', now, { refund: ended }));
  const isAllBack = refundedMinor(noted) === noted.amount.amountMinor;
  const orderCause = isAllBack ? 'refund_left_nothing' : 'refund_left_a_rest';
  return changed(moveOrder(noted, orderCause, now, { refund: ended }));
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
