import { changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, refundedMinor, replaceRefund } from '../order/payment-order.ts';
import { setRefundResultAside } from '../order/quarantine.ts';
import { addSeconds } from '../order/schedule.ts';
import { isSameMoney } from '../same-money.ts';
import { isAutomatic, moveRefund, nextRefundState, type Refund, type RefundResult } from './refund.ts';

/** How a refund goes on after it was accepted (decisions, section 6). */

/**
 * How long to wait before a refund is sent again or asked about: 30 s, doubling, at most an hour. A try
 * asks the channel and then sends, so it takes up to two calls; only after that does "never received" mean
 * that nothing is on its way.
 */
function refundPatienceSeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 3_600);
}

/**
 * Notes the intent to send a refund, before the channel is called. One caller wins this write and sends;
 * if it dies, the refund is due again later and is sent with the same key.
 */
export function startRefund(
  order: PaymentOrder,
  refundId: string,
  now: Date,
  isChannelThere: boolean,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.nextActionAt === null || refund.nextActionAt > now) return unchanged;
  // What has no channel to go to stays what it is, and the operator can still cancel it.
  const isSent = isChannelThere && nextRefundState(refund.state, 'sent_to_channel') !== undefined;
  const started: Refund = {
    ...(isSent ? moveRefund(refund, 'sent_to_channel') : refund),
    tries: refund.tries + 1,
    nextActionAt: addSeconds(now, refundPatienceSeconds(refund.tries)),
  };
  return changed(replaceRefund(order, started));
}

/**
 * Whether a refund that its channel seems never to have received may be sent again. Not once an operator has settled
 * its case, who may return the money by hand: then it can only be asked about.
 */
export function maySendAgain(order: PaymentOrder, refundId: string): boolean {
  return !order.settledCases.some(({ caseId }) => caseId === refundId);
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

/** Applies that the channel has ended a refund, and keeps what it calls it, also where a callback was faster. */
export function recordEndedRefund(
  order: PaymentOrder,
  refundId: string,
  { channelReference, result }: { readonly channelReference: string; readonly result: RefundResult },
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return unchanged;
  const named = replaceRefund(order, { ...refund, channelReference });
  const ended = applyRefundResult(named, refundId, result, now);
  return ended.kind === 'changed' ? ended : recordRefundReference(order, refundId, channelReference);
}

/**
 * Applies what the channel reports about a refund. What has ended does not change again; a report that
 * contradicts the end, or names another amount, is set aside for an operator.
 */
export function applyRefundResult(
  order: PaymentOrder,
  refundId: string,
  result: RefundResult,
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return unchanged;
  if (result.kind === 'succeeded' && !isSameMoney(result.returned, refund.amount)) {
    return setRefundResultAside(order, refund, result, now);
  }
  const isMade = result.kind === 'succeeded';
  // A callback can overtake the note that the refund was sent.
  const sent = refund.state === 'INITIALISED' ? moveRefund(refund, 'sent_to_channel') : refund;
  const cause = isMade ? 'channel_returned_money' : 'channel_refused';
  if (nextRefundState(sent.state, cause) === undefined) {
    const isRepetition = isMade === (refund.state === 'SUCCESS');
    return isRepetition ? unchanged : setRefundResultAside(order, refund, result, now);
  }
  const failure = isMade ? null : result.failure;
  const ended: Refund = { ...moveRefund(sent, cause), failure, completedAt: now, nextActionAt: null };
  const noted = replaceRefund(order, ended);
  // Money that never paid the order goes back without moving it; the merchant sees it in the query.
  if (isAutomatic(ended)) return changed(noted);
  if (!isMade) return changed(moveOrder(noted, 'refund_not_made', now, { refund: ended }));
  const isAllBack = refundedMinor(noted) === noted.amount.amountMinor;
  const orderCause = isAllBack ? 'refund_left_nothing' : 'refund_left_a_rest';
  return changed(moveOrder(noted, orderCause, now, { refund: ended }));
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
