import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { setRefundResultAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { failRefund, makeRefund } from './end-refund.ts';
import { isHeldBack, obstacleToSending } from './obstacle-to-sending.ts';
import { isFoundNotMade, moveRefund, nextRefundState, type Refund, type RefundResult } from './refund.ts';
import { isLeftToOperator, leaveToOperator, withdrawRefund, withReminder } from './withdraw-refund.ts';

/** How a refund goes on after it was accepted (decisions, section 6). */

/** How long to wait before a refund is sent again or asked about: 30 s, doubling, at most an hour. */
function refundPatienceSeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 3_600);
}

/** How long one waits that is held back, before it is looked at again. */
const HELD_BACK_SECONDS = 3_600;

/** What is to be done about a refund; whoever writes the order of a step does it. */
export type RefundStep =
  | { readonly kind: 'not_due' }
  /** Its channel is gone, or never answered the opening of the payment: it waits, and an operator can cancel it. */
  | { readonly kind: 'no_channel'; readonly order: PaymentOrder; readonly refund: Refund }
  /** It is not at its channel. */
  | { readonly kind: 'send'; readonly order: PaymentOrder; readonly refund: Refund }
  /** It may be at its channel, which is asked. */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly refund: Refund }
  /** It is not at its channel, and an operator who has taken it over is told of it again. */
  | { readonly kind: 'left_to_operator'; readonly order: PaymentOrder }
  /** It is not at its channel, and waits until an operator has looked into its payment or a report about it. */
  | { readonly kind: 'held_back'; readonly order: PaymentOrder }
  /** A dispute has taken the money meanwhile, or may take it. */
  | { readonly kind: 'withdrawn'; readonly order: PaymentOrder };

/**
 * Decides what a refund that is due needs next, and notes it before the channel is called. One caller wins this write.
 * If it dies, the refund is due again later, and the channel is asked before it is sent again with the same key.
 *
 * @param facts.callEndsBy real time at which a call that follows has ended
 */
export function planRefundStep(
  order: PaymentOrder,
  refundId: string,
  facts: { readonly now: Date; readonly callEndsBy: Date; readonly isChannelThere: boolean },
): RefundStep {
  const { now, callEndsBy, isChannelThere } = facts;
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.nextActionAt === null || refund.nextActionAt > now) {
    return { kind: 'not_due' };
  }
  const isUnsent = nextRefundState(refund.state, 'sent_to_channel') !== undefined;
  if (isUnsent && isLeftToOperator(order, refund)) {
    const reminded = { ...withReminder(order, refund, now), nextActionAt: null };
    return { kind: 'left_to_operator', order: changed(replaceRefund(order, reminded)).order };
  }
  const obstacle = isUnsent ? obstacleToSending(order, refund) : undefined;
  if (obstacle !== undefined) {
    return { kind: 'withdrawn', order: changed(withdrawRefund(order, refund, obstacle, now)).order };
  }
  if (isUnsent && isHeldBack(order, refund)) {
    const held = { ...refund, nextActionAt: addSeconds(now, HELD_BACK_SECONDS) };
    return { kind: 'held_back', order: changed(replaceRefund(order, held)).order };
  }
  const isSent = isUnsent && isChannelThere;
  const tried: Refund = {
    ...(isSent ? { ...moveRefund(refund, 'sent_to_channel'), callEndsBy } : withReminder(order, refund, now)),
    tries: refund.tries + 1,
    nextActionAt: addSeconds(now, refundPatienceSeconds(refund.tries)),
  };
  const next = changed(replaceRefund(order, tried)).order;
  if (!isChannelThere) return { kind: 'no_channel', order: next, refund: tried };
  return { kind: isSent ? 'send' : 'ask', order: next, refund: tried };
}

/**
 * Notes that a refund is sent again that may be at its channel already, where the channel makes nothing twice under its
 * key. Whoever writes this sends it. Not after an operator has settled its case and may have returned the money by hand.
 *
 * @param callEndsBy real time at which the call has ended
 */
export function repeatSending(order: PaymentOrder, refundId: string, callEndsBy: Date): Decision {
  const refund = findRefund(order, refundId);
  if (refund?.state !== 'PROCESSING' || isLeftToOperator(order, refund)) return unchanged;
  if (obstacleToSending(order, refund) !== undefined || isHeldBack(order, refund)) return unchanged;
  return changed(replaceRefund(order, { ...refund, callEndsBy }));
}

/**
 * Notes that a refund is not at its channel: the call was not made, or the channel says that it never received it. It
 * is sent again, unless a dispute was opened meanwhile or an operator has settled its case.
 *
 * @param facts.tries of the refund when that was found out: a later try may have sent it since
 * @param facts.sendAgainAt null leaves it due when it is
 */
export function recordNotSent(
  order: PaymentOrder,
  refundId: string,
  facts: { readonly tries: number; readonly sendAgainAt: Date | null; readonly now: Date },
): Decision {
  const { tries, sendAgainAt, now } = facts;
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.tries !== tries || refund.channelReference !== null) return unchanged;
  if (nextRefundState(refund.state, 'not_sent') === undefined) return unchanged;
  const unsent: Refund = {
    ...moveRefund(refund, 'not_sent'),
    nextActionAt: sendAgainAt ?? refund.nextActionAt,
  };
  const noted = replaceRefund(order, unsent);
  // The operator may have returned the money: to withdraw the refund would free its amount once more.
  if (isLeftToOperator(order, refund)) {
    return changed(leaveToOperator(noted, { ...unsent, foundUnsentAt: now }, { now, remindAt: null }));
  }
  const obstacle = obstacleToSending(noted, unsent);
  return changed(obstacle === undefined ? noted : withdrawRefund(noted, unsent, obstacle, now));
}

/**
 * Notes that the call of a try has ended without a usable answer: the channel can be asked whether it has the refund.
 *
 * @param facts.othersEndBy real time at which the call of an earlier try has ended, which may still be under way; null
 *   where there was none
 */
export function recordCallEnded(
  order: PaymentOrder,
  refundId: string,
  facts: { readonly tries: number; readonly othersEndBy: Date | null },
): Decision {
  const { tries, othersEndBy: callEndsBy } = facts;
  const refund = findRefund(order, refundId);
  if (refund === undefined || refund.tries !== tries || refund.callEndsBy === null) return unchanged;
  return changed(replaceRefund(order, { ...refund, callEndsBy }));
}

/**
 * Notes that the channel has the refund and that its call has ended. The result follows by callback, or is asked for. A
 * refund that was withdrawn as not sent, or that an operator found not made or returned by hand, is not asked about, and the
 * channel may still make it: that is set aside for an operator.
 */
export function recordRefundReference(
  order: PaymentOrder,
  refundId: string,
  channelReference: string,
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  const isEndedByUs = refund?.state === 'CANCELLED' || refund?.isMadeByHand === true;
  if (refund === undefined || !(isEndedByUs || isFoundNotMade(refund))) {
    return noteReference(order, refund, channelReference);
  }
  const named = replaceRefund(order, { ...refund, channelReference });
  const aside = setRefundResultAside(named, refund, { kind: 'pending' }, now);
  return aside.kind === 'changed' ? aside : noteReference(order, refund, channelReference);
}

function noteReference(order: PaymentOrder, refund: Refund | undefined, channelReference: string): Decision {
  if (refund === undefined || refund.channelReference === channelReference) return unchanged;
  return changed(replaceRefund(order, { ...refund, channelReference, callEndsBy: null }));
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
  return ended.kind === 'changed' ? ended : noteReference(order, refund, channelReference);
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
  if (isMade && refund.isMadeByHand) return setRefundResultAside(order, refund, result, now);
  if (refund.state !== 'INITIALISED' && refund.state !== 'PROCESSING') {
    const isRepetition = isMade === (refund.state === 'SUCCESS');
    return isRepetition ? unchanged : setRefundResultAside(order, refund, result, now);
  }
  const ended = isMade ? makeRefund(order, refund, now) : failRefund(order, refund, result.failure, now);
  if (!isMade || !isLeftToOperator(order, refund)) return changed(ended);
  // The operator who has settled its case may have returned the money by hand.
  const aside = setRefundResultAside(ended, findRefund(ended, refundId) ?? refund, result, now);
  return aside.kind === 'changed' ? aside : changed(ended);
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
