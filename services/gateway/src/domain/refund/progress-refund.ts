import type { Money } from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { setRefundResultAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { failRefund, makeRefund } from './end-refund.ts';
import { madeMinor } from './made-amount.ts';
import { isHeldBack, obstacleToSending } from './obstacle-to-sending.ts';
import {
  isAutomatic,
  isFoundNotMade,
  isLeftToOperator,
  moveRefund,
  nextCaseSince,
  nextRefundState,
  type Refund,
  type RefundResult,
} from './refund.ts';
import { leaveToOperator, withdrawRefund, withReminder } from './withdraw-refund.ts';

/** How a refund progresses after it was accepted. */

/** How long to wait before a refund is sent again or asked about: 30 s, doubling, at most an hour. */
function refundPatienceSeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 3_600);
}

/** How long a refund that is held back waits before the gateway checks it again. */
const HELD_BACK_SECONDS = 3_600;

/** The next step for a refund; the caller that stores the step's order carries it out. */
export type RefundStep =
  | { readonly kind: 'not_due' }
  /** The payment's channel is gone or never answered the opening: the refund waits, and an operator can cancel it. */
  | { readonly kind: 'no_channel'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The refund is not at its channel. */
  | { readonly kind: 'send'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The refund may be at its channel, so the channel is asked. */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The refund is not at its channel. An operator has taken it over and is now reminded of it. */
  | { readonly kind: 'left_to_operator'; readonly order: PaymentOrder }
  /** The refund is not at its channel. It waits until an operator has looked into its payment or a report about it. */
  | { readonly kind: 'held_back'; readonly order: PaymentOrder }
  /** A dispute has meanwhile taken the money, or may take it. */
  | { readonly kind: 'withdrawn'; readonly order: PaymentOrder };

/**
 * Decides the next step of a due refund, and records it before the channel is called. Only one caller wins this
 * write. If that caller dies, the refund is due again later, and the channel is asked before the refund is sent
 * again with the same key.
 *
 * @param facts.callEndsBy real time by which the call that follows has ended
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
    ...(isSent
      ? { ...moveRefund(refund, 'sent_to_channel'), callEndsBy, reachedChannelBy: callEndsBy }
      : withReminder(order, refund, now)),
    tries: refund.tries + 1,
    nextActionAt: addSeconds(now, refundPatienceSeconds(refund.tries)),
  };
  const next = changed(replaceRefund(order, tried)).order;
  if (!isChannelThere) return { kind: 'no_channel', order: next, refund: tried };
  return { kind: isSent ? 'send' : 'ask', order: next, refund: tried };
}

/**
 * Records that a refund is sent again although it may already be at its channel. This is used for channels that
 * make only one refund for each key. The caller that stores this sends the refund. After an operator has settled
 * the refund's case, nothing is sent, because the operator may have returned the money by hand.
 *
 * @param callEndsBy real time by which the call has ended
 */
export function repeatSending(order: PaymentOrder, refundId: string, callEndsBy: Date): Decision {
  const refund = findRefund(order, refundId);
  if (refund?.state !== 'PROCESSING' || isLeftToOperator(order, refund)) return unchanged;
  if (obstacleToSending(order, refund) !== undefined || isHeldBack(order, refund)) return unchanged;
  // Another instance may have sent the refund later, because this one may have paused since it planned the call.
  const isLater = refund.callEndsBy === null || refund.callEndsBy < callEndsBy;
  const sent = { ...refund, reachedChannelBy: later(refund.reachedChannelBy, callEndsBy) };
  return changed(replaceRefund(order, isLater ? { ...sent, callEndsBy } : sent));
}

/**
 * Records that a refund is not at its channel: the call was not made, or the channel says that it never received the refund.
 * The refund is sent again, unless a dispute was opened meanwhile or an operator has settled the refund's case.
 *
 * @param facts.tries the refund's `tries` when this was found out: a later call may have sent the refund since
 * @param facts.sendAgainAt null keeps the present due time
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
  // The operator may have returned the money: withdrawing the refund would free its amount a second time.
  if (isLeftToOperator(order, refund)) {
    const told = { ...unsent, foundUnsentAt: nextCaseSince(refund, now) };
    return changed(leaveToOperator(noted, told, { now, remindAt: null }));
  }
  const obstacle = obstacleToSending(noted, unsent);
  return changed(obstacle === undefined ? noted : withdrawRefund(noted, unsent, obstacle, now));
}

/**
 * Records that the call of an attempt ended without a usable answer: the channel can now be asked whether it has the refund.
 *
 * @param facts.othersEndBy real time by which the call of an earlier attempt has ended, which may still be under way; null if
 * there was none
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
 * Records that the channel has the refund and that the call has ended. The result follows by callback, or the gateway asks
 * for it. The gateway does not ask about a refund that was withdrawn as not sent, or that an operator found not made or
 * returned by hand. Because the channel may still make such a refund, this answer is set aside for an operator.
 */
export function recordRefundReference(
  order: PaymentOrder,
  refundId: string,
  channelReference: string,
  moment: { readonly now: Date; readonly realNow: Date },
): Decision {
  const refund = findRefund(order, refundId);
  const isMadeByHandOnly = refund?.isMadeByHand === true && madeMinor(order, refundId, 'at_channel') === 0;
  const isEndedByUs = refund?.state === 'CANCELLED' || isMadeByHandOnly;
  if (refund === undefined || !(isEndedByUs || isFoundNotMade(refund))) {
    return refund?.state === 'PROCESSING' && refund.channelReference === null
      ? changed(replaceRefund(order, acknowledged(order, refund, channelReference, moment)))
      : noteReference(order, refund, channelReference);
  }
  const named = replaceRefund(order, { ...refund, channelReference });
  const aside = setRefundResultAside(named, refund, { kind: 'pending' }, moment.now);
  return aside.kind === 'changed' ? aside : noteReference(order, refund, channelReference);
}

/**
 * The channel says for the first time that it has the refund. The gateway expects its result anew. An operator who has
 * settled the case may have returned the money by hand, and is told at once.
 */
function acknowledged(
  order: PaymentOrder,
  refund: Refund,
  channelReference: string,
  { now, realNow }: { readonly now: Date; readonly realNow: Date },
): Refund {
  return {
    ...refund,
    channelReference,
    callEndsBy: null,
    reachedChannelBy: later(refund.reachedChannelBy, realNow),
    ...(isLeftToOperator(order, refund)
      ? { unconcludedSince: nextCaseSince(refund, now) }
      : { acknowledgedAtTry: refund.tries }),
  };
}

function later(known: Date | undefined, moment: Date): Date {
  return known === undefined || known < moment ? moment : known;
}

function noteReference(order: PaymentOrder, refund: Refund | undefined, channelReference: string): Decision {
  if (refund === undefined || refund.channelReference === channelReference) return unchanged;
  return changed(replaceRefund(order, { ...refund, channelReference, callEndsBy: null }));
}

/** Applies the channel's report that a refund has ended, and stores the channel's reference even if a callback was faster. */
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
 * Applies a channel's report about a refund. A refund that has ended does not change again. A report that contradicts the
 * end, or names another amount than is recorded, is set aside for an operator.
 */
export function applyRefundResult(
  order: PaymentOrder,
  refundId: string,
  result: RefundResult,
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return unchanged;
  if (result.kind === 'succeeded' && isCorrectedTo(order, refund, result.returned)) return unchanged;
  if (result.kind === 'succeeded' && !isSameMoney(result.returned, refund.amount)) {
    return setRefundResultAside(order, refund, result, now);
  }
  const isMade = result.kind === 'succeeded';
  if (isMade && refund.isMadeByHand) return setRefundResultAside(order, refund, result, now);
  if (refund.state !== 'INITIALISED' && refund.state !== 'PROCESSING') {
    const isRepetition = isMade === (refund.state === 'SUCCESS');
    return isRepetition ? unchanged : setRefundResultAside(order, refund, result, now);
  }
  const isLeft = isLeftToOperator(order, refund);
  // The operator who settled the case may have returned the money by hand, and failing the refund would free its
  // amount again.
  if (!isMade && isLeft && !isAutomatic(refund)) return setRefundResultAside(order, refund, result, now);
  const ended = isMade ? makeRefund(order, refund, now) : failRefund(order, refund, result.failure, now);
  if (!isMade || !isLeft) return changed(ended);
  const aside = setRefundResultAside(ended, findRefund(ended, refundId) ?? refund, result, now);
  return aside.kind === 'changed' ? aside : changed(ended);
}

/** Whether an operator has recorded that the channel returned this much in the end. */
function isCorrectedTo(order: PaymentOrder, { refundId }: Refund, returned: Money): boolean {
  const isCorrected = order.refunds.some(({ correctsRefundId }) => correctsRefundId === refundId);
  const { currency } = order.amount;
  const amountMinor = madeMinor(order, refundId, 'at_channel');
  return isCorrected && amountMinor > 0 && isSameMoney(returned, { amountMinor, currency });
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
