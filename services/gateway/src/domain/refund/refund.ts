import assert from 'node:assert/strict';
import {
  type Money,
  type RefundState,
  type RefundTransitionCause,
  refundReservesAmount,
  refundTransitions,
} from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';

/** Money that an order returns. Refunds are never deleted: a failed refund stays as a failed refund. */
export interface Refund {
  /** The gateway's ID, which is also the idempotency key at the channel. */
  readonly refundId: string;
  /** The merchant's ID of the refund; for an automatic refund, the gateway's. */
  readonly transactionId: string;
  /** The amount to return; once the refund is made, the amount returned. */
  readonly amount: Money;
  /** The amount requested, if an operator found that another amount was returned. */
  readonly requestedAmount?: Money;
  readonly state: RefundState;
  /** The attempt whose money is returned. */
  readonly attemptId: string;
  readonly origin: RefundOrigin;
  /** Hash of the merchant's request, to tell a repetition from a second refund under the same ID. */
  readonly fingerprint: string;
  readonly reason: string | null;
  readonly remark: string | null;
  readonly channelReference: string | null;
  readonly failure: RefundFailure | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /**
   * When the refund is next sent or asked about. If an operator has taken it over, when to remind the operator.
   * Otherwise null.
   */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  /**
   * How many tries had been made when the channel first said that it has the refund; absent before. From then on, a result is
   * expected anew: an operator who looked earlier saw no refund, and must not conclude that it was not made.
   */
  readonly acknowledgedAtTry?: number;
  /**
   * The time by which the latest call that sends the refund has ended, answered or not: real time, by the
   * sender's clock. Until then, "never received" may mean "not yet". Null if no such call can be running.
   */
  readonly callEndsBy: Date | null;
  /**
   * Real time by which the refund may last have reached its channel: the end of the latest call that sends it, or the
   * channel's first answer that it has the refund. Whoever looked at the channel's own record before may have missed it.
   * Absent if it was never sent.
   */
  readonly reachedChannelBy?: Date;
  /**
   * When the channel turned out not to have a refund whose case an operator had settled, so that the operator is
   * told.
   */
  readonly foundUnsentAt: Date | null;
  /**
   * When the refund became a case again: an operator settled the case a month earlier and has not concluded the refund, or
   * the channel said afterwards that it has the refund.
   */
  readonly unconcludedSince: Date | null;
  /**
   * Set if an operator returned the money outside the channel; if the channel makes the refund too, the money is returned
   * twice.
   */
  readonly isMadeByHand?: boolean;
  /** The made refund whose recorded amount was too small: this refund records what went back beyond it. */
  readonly correctsRefundId?: string;
}

/** `late_payment`, `second_payment`: the gateway returns money that arrived too late or twice. */
export type RefundOrigin = 'merchant' | 'late_payment' | 'second_payment';

export interface RefundFailure {
  readonly code: string;
  readonly message: string;
}

/** What a channel reports about a refund. */
export type RefundResult =
  | { readonly kind: 'succeeded'; readonly returned: Money }
  | { readonly kind: 'failed'; readonly failure: RefundFailure };

/** An operator's finding about a refund whose result the channel never reported. */
export const foundNotMade: RefundFailure = {
  code: 'concluded_by_operator',
  message: 'The channel gave no result, and the operator found that it was not made.',
};

/** Whether the refund failed because an operator found so, rather than the channel. */
export function isFoundNotMade({ state, failure }: Refund): boolean {
  return state === 'FAILED' && failure?.code === foundNotMade.code;
}

/** A refund that was accepted and is due at once. */
export function newRefund(
  refund: Pick<
    Refund,
    'refundId' | 'transactionId' | 'amount' | 'attemptId' | 'origin' | 'fingerprint' | 'reason' | 'remark'
  >,
  now: Date,
): Refund {
  return {
    ...refund,
    state: 'INITIALISED',
    channelReference: null,
    failure: null,
    createdAt: now,
    completedAt: null,
    nextActionAt: now,
    tries: 0,
    callEndsBy: null,
    foundUnsentAt: null,
    unconcludedSince: null,
  };
}

export function isAutomatic(refund: Refund): boolean {
  return refund.origin !== 'merchant';
}

/** Whether a call that sends the refund may still be under way, by the clock of any instance. */
export function mayBeBeingSent({ callEndsBy }: Pick<Refund, 'callEndsBy'>, realNow: Date): boolean {
  return callEndsBy !== null && realNow <= addSeconds(callEndsBy, CLOCK_SKEW_SECONDS);
}

/**
 * After this moment, by any clock, the channel's own record shows whether the channel has the refund. Null if the refund is
 * known not to be there.
 */
export function recordIsTrueAfter({ state, reachedChannelBy }: Refund): Date | null {
  if (state !== 'PROCESSING' || reachedChannelBy === undefined) return null;
  return addSeconds(reachedChannelBy, CLOCK_SKEW_SECONDS);
}

/** Whether an operator has settled the refund's case, and may have returned its money by hand since. */
export function isLeftToOperator(
  { settledCases }: { readonly settledCases: readonly { readonly caseId: string }[] },
  { refundId }: Pick<Refund, 'refundId'>,
): boolean {
  return settledCases.some(({ caseId }) => caseId === refundId);
}

export function reservesAmount(refund: Refund): boolean {
  return refundReservesAmount[refund.state];
}

/** Since when an operator has to look at a refund without a result after many attempts. */
export function unresolvedSince({ createdAt, foundUnsentAt, unconcludedSince }: Refund): Date {
  const latestMs = Math.max(...[createdAt, foundUnsentAt, unconcludedSince].map((at) => at?.getTime() ?? 0));
  return new Date(latestMs);
}

/**
 * Since when the refund's next case waits: later than its present case, even if the clock of this instance is behind the clock
 * that opened that one. Otherwise the next case would count as settled with the present one.
 */
export function nextCaseSince(refund: Refund, now: Date): Date {
  return new Date(Math.max(now.getTime(), unresolvedSince(refund).getTime() + 1));
}

/** The state after a cause; undefined if the refund has no such transition. */
export function nextRefundState(from: RefundState, cause: RefundTransitionCause): RefundState | undefined {
  return refundTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a refund along a row of its transition table. Only this function changes a refund's state. Asking for a transition
 * that does not exist is a programming error.
 */
export function moveRefund(refund: Refund, cause: RefundTransitionCause): Refund {
  const state = nextRefundState(refund.state, cause);
  assert(state !== undefined, `a refund in ${refund.state} does not move by ${cause}`);
  return { ...refund, state };
}
