import type { Money } from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { setRefundResultAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { countWhatFitsNow } from './count-channel-refund.ts';
import { failRefund, makeRefund, reverseRefund } from './end-refund.ts';
import { mayBeFailureOfAnother } from './failure-of-another.ts';
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
  type RefundFailure,
  type RefundResult,
} from './refund.ts';
import { applyEarlyRefusal, isRefusedRequest } from './refused-as-too-early.ts';
import {
  isBeforeMadeAgain,
  isRepetition,
  madeAndTakenBack,
  noteRepetition,
  wasMadeBeforeFailure,
  withTimeOf,
  withTimeOfFailure,
} from './repeated-report.ts';
import { leaveToOperator, withdrawRefund, withReminder } from './withdraw-refund.ts';

/** Decides how a refund progresses after the gateway accepted it. */

/**
 * How long the gateway waits before it sends a refund again or asks about it: 30 s after the first try, then twice as long each
 * time, at most an hour.
 */
function refundPatienceSeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 3_600);
}

/** How often the gateway checks whether it may now send a refund that waits for an operator's decision. */
const HELD_BACK_SECONDS = 3_600;

/**
 * The next step for a refund, with the changed `order`. If several processes plan the step, only the one that stores this order
 * carries it out.
 */
export type RefundStep =
  | { readonly kind: 'not_due' }
  /**
   * The gateway can neither send the refund nor ask about it: either this deployment no longer has the payment's channel, or
   * the channel never answered the request to open the payment. The refund waits for an operator, who can cancel it if a
   * merchant requested it and it was not sent.
   */
  | { readonly kind: 'no_channel'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The channel does not have the refund, so the gateway sends it now. */
  | { readonly kind: 'send'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The channel may have the refund, so the gateway asks the channel about it. */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly refund: Refund }
  /**
   * The channel does not have the refund. An operator has settled its case, but has not recorded whether the money was
   * returned. A new case reminds the operators of the refund.
   */
  | { readonly kind: 'left_to_operator'; readonly order: PaymentOrder }
  /**
   * The order records the refund as unsent, and the gateway must not send it before an operator has decided. Either a channel
   * could not collect a payment of the order, or the channel has reported that it has already received or made the refund.
   */
  | { readonly kind: 'held_back'; readonly order: PaymentOrder }
  /** The refund is withdrawn instead of sent, because a dispute or another refund has taken the money, or may take it. */
  | { readonly kind: 'withdrawn'; readonly order: PaymentOrder };

/**
 * Decides the next step of a due refund. The step is stored before the channel is called, and only one caller can store it. If
 * that caller crashes, the refund is due again later. The gateway then asks the channel about the refund before it sends the
 * refund again with the same key.
 *
 * @param facts.callEndsBy the real time by which the call to the channel will have ended
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
 * Records that the gateway sends a refund again although the channel may already have it; the caller then stores the changed
 * order and sends the refund. This is safe only if the channel makes a single refund for each idempotency key. Nothing changes
 * if the refund must not be sent, for example because an operator has settled its case.
 *
 * @param callEndsBy the real time by which the call to the channel will have ended
 */
export function repeatSending(order: PaymentOrder, refundId: string, callEndsBy: Date): Decision {
  const refund = findRefund(order, refundId);
  if (refund?.state !== 'PROCESSING' || isLeftToOperator(order, refund)) return unchanged;
  if (obstacleToSending(order, refund) !== undefined || isHeldBack(order, refund)) return unchanged;
  // Keep the latest of these times. This instance may have paused after it planned its call, and another instance may meanwhile
  // have planned a call that ends later.
  const isLater = refund.callEndsBy === null || refund.callEndsBy < callEndsBy;
  const sent = { ...refund, reachedChannelBy: later(refund.reachedChannelBy, callEndsBy) };
  return changed(replaceRefund(order, isLater ? { ...sent, callEndsBy } : sent));
}

/**
 * Records that the channel does not have a refund, so that the gateway can send the refund again. If a dispute or another
 * refund prevents this, the gateway withdraws the refund instead. If an operator has already settled the refund's case, the
 * gateway does not send the refund any more, and leaves it to the operator.
 *
 * @param facts.tries how often the refund had been tried when the channel was asked or called; if the refund was tried again
 * since, nothing is recorded
 * @param facts.sendAgainAt when the refund is sent again; null keeps the present due time
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
  // Do not withdraw the refund. After a withdrawal, the merchant could refund the amount again, although the operator who
  // settled the refund's case may already have returned the money by hand.
  if (isLeftToOperator(order, refund)) {
    const waiting = { ...unsent, foundUnsentAt: nextCaseSince(refund, now) };
    return changed(leaveToOperator(noted, waiting, { now, remindAt: null }));
  }
  const obstacle = obstacleToSending(noted, unsent);
  return changed(obstacle === undefined ? noted : withdrawRefund(noted, unsent, obstacle, now));
}

/**
 * Records that a call which sent the refund ended without a usable answer. From then on, the gateway can ask the channel
 * whether it has the refund.
 *
 * @param facts.othersEndBy the real time by which an earlier call that sends the refund will have ended; null if none can be
 * running
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
 * Records that the channel has confirmed that it has a refund, and under which reference. The refund's result follows later. If
 * the gateway has already recorded the refund as not made or as returned by hand, the confirmation is stored for an operator,
 * because the channel may still make the refund.
 */
export function recordRefundReference(
  order: PaymentOrder,
  refundId: string,
  channelReference: string,
  moment: { readonly now: Date; readonly realNow: Date },
): Decision {
  const refund = findRefund(order, refundId);
  // The channel has already reported that it refused this request. Its answer to the request is recorded only now.
  if (refund !== undefined && isRefusedRequest(refund, channelReference)) return unchanged;
  if (refund !== undefined && isAnotherRefund(refund, channelReference)) {
    return setRefundResultAside(order, refund, { result: { kind: 'pending' }, channelReference }, moment.now);
  }
  const isMadeByHandOnly = refund?.isMadeByHand === true && madeMinor(order, refundId, 'at_channel') === 0;
  const isEndedByUs = refund?.state === 'CANCELLED' || isMadeByHandOnly;
  if (refund === undefined || !(isEndedByUs || isFoundNotMade(refund))) {
    return refund?.state === 'PROCESSING' && refund.channelReference === null
      ? changed(replaceRefund(order, acknowledged(order, refund, channelReference, moment)))
      : noteReference(order, refund, channelReference);
  }
  const named = replaceRefund(order, { ...refund, channelReference });
  const aside = setRefundResultAside(named, refund, { result: { kind: 'pending' } }, moment.now);
  return aside.kind === 'changed' ? aside : noteReference(order, refund, channelReference);
}

/**
 * Returns the refund after the channel's first confirmation that it has the refund. The gateway then waits for the result
 * again. If an operator has already settled the refund's case, a new case is opened immediately: the operator may have returned
 * the money by hand, and the channel may now return it too.
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

function noteReference(
  order: PaymentOrder,
  refund: Refund | undefined,
  channelReference: string | null,
): Decision {
  if (refund === undefined || refund.channelReference === channelReference) return unchanged;
  return changed(replaceRefund(order, { ...refund, channelReference, callEndsBy: null }));
}

/**
 * Whether the channel's reference of a refund differs from the one that the order records. The channel then has two refunds
 * with the same gateway ID, and may return the money twice.
 */
function isAnotherRefund({ channelReference: known }: Refund, channelReference: string | null): boolean {
  return known !== null && known !== channelReference;
}

/**
 * Applies the channel's report or answer that a refund has ended. If the report contains the channel's reference of the refund,
 * the reference is stored, even if the gateway had already recorded the refund as ended. If the order already records a
 * different reference, the report is about another refund that the channel made under the same ID. This report is stored for an
 * operator.
 */
export function applyRefundReport(
  order: PaymentOrder,
  refundId: string,
  report: { readonly channelReference?: string; readonly result: RefundResult },
  now: Date,
): Decision {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return unchanged;
  const early = applyEarlyRefusal(order, refund, report, now);
  if (early !== undefined) return early;
  const { channelReference = refund.channelReference, result } = report;
  const isAside = isAnotherRefund(refund, channelReference) || mayBeFailureOfAnother(order, refund, report);
  if (isAside) return setRefundResultAside(order, refund, report, now);
  // Change the refund only if the report contains a new reference. If a report merely contradicts the order, nothing but the
  // stored report must change. The lower limit for stored reports (`orderLimits.setAside`) then applies, so contradictory
  // reports cannot fill the order.
  const isNew = refund.channelReference !== channelReference;
  const named = isNew ? replaceRefund(order, { ...refund, channelReference }) : order;
  const ended = applyRefundResult(named, refundId, result, now);
  return ended.kind === 'changed' ? ended : noteReference(order, refund, channelReference);
}

/**
 * Records that the channel refused a refund that the gateway sent. If the refund was sent again meanwhile, nothing is recorded,
 * because the later call may have succeeded. If the channel has already reported the refund as made, the refusal does not
 * change the recorded result: the refused call may have repeated an earlier one, which returned the money. The contradiction
 * becomes a case.
 *
 * @param facts.tries the number of the refund's tries when the refused call was made
 */
export function recordRefused(
  order: PaymentOrder,
  refundId: string,
  facts: { readonly tries: number; readonly failure: RefundFailure; readonly now: Date },
): Decision {
  const { tries, failure, now } = facts;
  const refund = findRefund(order, refundId);
  if (refund?.tries !== tries) return unchanged;
  if (refund.state === 'PROCESSING' && refund.channelReference !== null) return unchanged;
  const result = { kind: 'failed', failure } as const;
  return refund.state === 'SUCCESS'
    ? setRefundResultAside(order, refund, { result }, now)
    : applyRefundResult(order, refundId, result, now);
}

/**
 * Applies a channel's report of a refund's result. A refund that has ended does not change any more. A report that contradicts
 * the recorded result, or names another amount, is stored for an operator.
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
    return setRefundResultAside(order, refund, { result }, now);
  }
  const isMade = result.kind === 'succeeded';
  if (isMade && refund.isMadeByHand) return setRefundResultAside(order, refund, { result }, now);
  if (refund.state !== 'INITIALISED' && refund.state !== 'PROCESSING') {
    if (isRepetition(refund, result)) return noteRepetition(order, refund, result, now);
    if (wasMadeBeforeFailure(order, refund, result)) return changed(madeAndTakenBack(order, refund, now));
    return !isMade && canBeReversed(order, refund) && !isBeforeMadeAgain(refund, result)
      ? changed(takenBack(order, refund, result, now))
      : setRefundResultAside(order, refund, { result }, now);
  }
  const isLeft = isLeftToOperator(order, refund);
  // Do not record the refund as failed. After a failure, the merchant could refund the amount again, although the operator who
  // settled the refund's case may already have returned the money by hand.
  if (!isMade && isLeft && !isAutomatic(refund)) return setRefundResultAside(order, refund, { result }, now);
  const ended = isMade
    ? makeRefund(order, withTimeOf(refund, result), now)
    : failRefund(order, withTimeOfFailure(refund, result), result.failure, now);
  if (!isMade || !isLeft) return changed(ended);
  const aside = setRefundResultAside(ended, findRefund(ended, refundId) ?? refund, { result }, now);
  return aside.kind === 'changed' ? aside : changed(ended);
}

function takenBack(
  order: PaymentOrder,
  refund: Refund,
  result: Extract<RefundResult, { kind: 'failed' }>,
  now: Date,
): PaymentOrder {
  return countWhatFitsNow(reverseRefund(order, refund, result, now), refund.attemptId, now);
}

/**
 * Whether the channel's report that a completed refund failed is applied. If an operator had a part in the refund's result, the
 * report contradicts what the operator found, and an operator has to examine it.
 */
export function canBeReversed(order: PaymentOrder, refund: Refund): boolean {
  const { refundId, state, reversal, isFoundMade = false, isMadeByHand = false } = refund;
  if (state !== 'SUCCESS' || reversal !== undefined || isFoundMade || isMadeByHand) return false;
  const isCorrected = order.refunds.some(({ correctsRefundId }) => correctsRefundId === refundId);
  return !isCorrected && !isLeftToOperator(order, refund);
}

/**
 * Whether an operator has already corrected the refund to the amount that the channel reports, so that the report says nothing
 * new.
 */
function isCorrectedTo(order: PaymentOrder, { refundId }: Refund, returned: Money): boolean {
  const isCorrected = order.refunds.some(({ correctsRefundId }) => correctsRefundId === refundId);
  const { currency } = order.amount;
  const amountMinor = madeMinor(order, refundId, 'at_channel');
  return isCorrected && amountMinor > 0 && isSameMoney(returned, { amountMinor, currency });
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
