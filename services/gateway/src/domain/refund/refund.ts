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

/** A refund: money that an order returns. Refunds are never deleted, so a failed refund stays in the order as failed. */
export interface Refund {
  /** The gateway's ID, which is also the idempotency key at the channel. */
  readonly refundId: string;
  /** The merchant's ID of the refund. An automatic refund has the gateway's ID instead. */
  readonly transactionId: string;
  /** The amount to return. Once the refund is made, the amount that was returned. */
  readonly amount: Money;
  /** The amount that was requested; set only if an operator found that another amount was returned. */
  readonly requestedAmount?: Money;
  readonly state: RefundState;
  /** The attempt whose money is returned. */
  readonly attemptId: string;
  readonly origin: RefundOrigin;
  /** A hash of the merchant's request. With it, a repeated request is told from a different one with the same refund ID. */
  readonly fingerprint: string;
  readonly reason: string | null;
  readonly remark: string | null;
  readonly channelReference: string | null;
  readonly failure: RefundFailure | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /**
   * When the refund is next sent or asked about. If an operator has taken the refund over, when the operator is reminded of it.
   * Null if neither is to happen.
   */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  /**
   * How many tries had been made when the channel first confirmed that it has the refund; absent until then. After that, the
   * gateway again expects a result, and the refund becomes a case only after many further tries.
   */
  readonly acknowledgedAtTry?: number;
  /**
   * The real time, by the sender's clock, by which the latest call that sends the refund has ended. Until then, a channel's
   * answer "never received" may only mean "not yet received". Null if no such call can be running.
   */
  readonly callEndsBy: Date | null;
  /**
   * The latest real time at which the refund may have reached its channel: the end of the latest call that sends it, or the
   * channel's first answer that it has the refund. Absent if the refund was never sent.
   * An operator who looked at the channel's own record before this time may have missed the refund.
   */
  readonly reachedChannelBy?: Date;
  /**
   * When the gateway found out that the channel does not have a refund whose case an operator had settled. The operator has to
   * be told, because the refund becomes a case again.
   */
  readonly foundUnsentAt: Date | null;
  /**
   * When the refund became a case again after an operator had settled its case. Either the operator had not concluded the
   * refund a month later, or the channel said after the settlement that it has the refund.
   */
  readonly unconcludedSince: Date | null;
  /**
   * Set if an operator returned the money outside the channel. If the channel makes the refund too, the money is returned
   * twice.
   */
  readonly isMadeByHand?: boolean;
  /**
   * The ID of the completed refund that this refund corrects: more was returned than its recorded amount, and this refund
   * records the rest.
   */
  readonly correctsRefundId?: string;
}

/**
 * Who or what caused a refund. `late_payment`, `second_payment`: the gateway returns money that arrived after the order had
 * closed, or twice.
 */
export type RefundOrigin = 'merchant' | 'late_payment' | 'second_payment';

export interface RefundFailure {
  readonly code: string;
  readonly message: string;
}

/** What a channel reports about a refund. */
export type RefundResult =
  | { readonly kind: 'succeeded'; readonly returned: Money }
  | { readonly kind: 'failed'; readonly failure: RefundFailure };

/** The failure of a refund whose result the channel never reported and that an operator found not made. */
export const foundNotMade: RefundFailure = {
  code: 'concluded_by_operator',
  message: 'The channel gave no result, and the operator found that it was not made.',
};

/** Whether an operator, not the channel, found that the refund was not made. */
export function isFoundNotMade({ state, failure }: Refund): boolean {
  return state === 'FAILED' && failure?.code === foundNotMade.code;
}

/** Creates a refund that was accepted and is to be sent at once. */
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

/** Whether a call that sends the refund may still be running, whichever instance's clock is right. */
export function mayBeBeingSent({ callEndsBy }: Pick<Refund, 'callEndsBy'>, realNow: Date): boolean {
  return callEndsBy !== null && realNow <= addSeconds(callEndsBy, CLOCK_SKEW_SECONDS);
}

/**
 * The real time from which the channel's own record reliably shows whether the channel has the refund, whichever instance's
 * clock is right. Null if the refund cannot be at its channel.
 */
export function recordIsTrueAfter({ state, reachedChannelBy }: Refund): Date | null {
  if (state !== 'PROCESSING' || reachedChannelBy === undefined) return null;
  return addSeconds(reachedChannelBy, CLOCK_SKEW_SECONDS);
}

/** Whether an operator has settled the refund's case, and so may have returned the money by hand. */
export function isLeftToOperator(
  { settledCases }: { readonly settledCases: readonly { readonly caseId: string }[] },
  { refundId }: Pick<Refund, 'refundId'>,
): boolean {
  return settledCases.some(({ caseId }) => caseId === refundId);
}

export function reservesAmount(refund: Refund): boolean {
  return refundReservesAmount[refund.state];
}

/** Since when a refund without a result has waited for an operator. An operator has to look into it after many attempts. */
export function unresolvedSince({ createdAt, foundUnsentAt, unconcludedSince }: Refund): Date {
  const latestMs = Math.max(...[createdAt, foundUnsentAt, unconcludedSince].map((at) => at?.getTime() ?? 0));
  return new Date(latestMs);
}

/**
 * The `since` of the refund's next case. It is always later than that of the present case, even if this instance's clock is
 * behind. With the same `since`, the next case would be treated as already settled.
 */
export function nextCaseSince(refund: Refund, now: Date): Date {
  return new Date(Math.max(now.getTime(), unresolvedSince(refund).getTime() + 1));
}

/** The refund's state after a cause; undefined if the transition table has no such row. */
export function nextRefundState(from: RefundState, cause: RefundTransitionCause): RefundState | undefined {
  return refundTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Changes a refund's state by a row of its transition table. No other function changes this state. A cause without a row for
 * the present state is a programming error.
 */
export function moveRefund(refund: Refund, cause: RefundTransitionCause): Refund {
  const state = nextRefundState(refund.state, cause);
  assert(state !== undefined, `a refund in ${refund.state} does not move by ${cause}`);
  return { ...refund, state };
}
