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

/** Money going back for an order. It is never deleted: a failed refund stays as a failed refund. */
export interface Refund {
  /** Ours; the idempotency key towards the channel. */
  readonly refundId: string;
  /** The merchant's number; for an automatic refund, the refund ID. */
  readonly transactionId: string;
  /** What goes back; once the refund is made, what went back. */
  readonly amount: Money;
  /** What was asked for, where an operator found that another amount went back. */
  readonly requestedAmount?: Money;
  readonly state: RefundState;
  /** Which attempt's money is returned. */
  readonly attemptId: string;
  readonly origin: RefundOrigin;
  /** Hash of the merchant's request, to tell a repetition from a second refund under the same number. */
  readonly fingerprint: string;
  readonly reason: string | null;
  readonly remark: string | null;
  readonly channelReference: string | null;
  readonly failure: RefundFailure | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** When it is to be sent or asked about, or an operator who has taken it over is told of it again; else null. */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  /**
   * Real time, by the sender's clock, at which the latest call that sends it has ended, answered or not. Before it, "never received" may mean
   * "not yet". Null when no such call can be under way.
   */
  readonly callEndsBy: Date | null;
  /** When the channel turned out not to have a refund whose case an operator had settled: the operator is told. */
  readonly foundUnsentAt: Date | null;
  /** When the refund became a case again: an operator settled it a month before and has not concluded it. */
  readonly unconcludedSince: Date | null;
  /** Set where an operator returned the money outside the channel: should the channel make it too, it goes back twice. */
  readonly isMadeByHand?: boolean;
}

/** `late_payment`, `second_payment`: the gateway returns money that came too late or twice. */
export type RefundOrigin = 'merchant' | 'late_payment' | 'second_payment';

export interface RefundFailure {
  readonly code: string;
  readonly message: string;
}

/** What a channel reports about a refund. */
export type RefundResult =
  | { readonly kind: 'succeeded'; readonly returned: Money }
  | { readonly kind: 'failed'; readonly failure: RefundFailure };

/** An operator's finding about a refund whose result the channel never told. */
export const foundNotMade: RefundFailure = {
  code: 'concluded_by_operator',
  message: 'The channel gave no result, and the operator found that it was not made.',
};

/** Whether it failed because an operator found so, and not because the channel said so. */
export function isFoundNotMade({ state, failure }: Refund): boolean {
  return state === 'FAILED' && failure?.code === foundNotMade.code;
}

/** A refund that was accepted and is to be sent at once. */
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

/** Whether a call that sends it may still be under way, by the clock of any instance. */
export function mayBeBeingSent({ callEndsBy }: Pick<Refund, 'callEndsBy'>, realNow: Date): boolean {
  return callEndsBy !== null && realNow <= addSeconds(callEndsBy, CLOCK_SKEW_SECONDS);
}

export function reservesAmount(refund: Refund): boolean {
  return refundReservesAmount[refund.state];
}

/** Since when an operator has to look at one that has no result after many tries. */
export function unresolvedSince({ createdAt, foundUnsentAt, unconcludedSince }: Refund): Date {
  const latestMs = Math.max(...[createdAt, foundUnsentAt, unconcludedSince].map((at) => at?.getTime() ?? 0));
  return new Date(latestMs);
}

/** The state after a cause, or undefined when the refund does not move by it. */
export function nextRefundState(from: RefundState, cause: RefundTransitionCause): RefundState | undefined {
  return refundTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a refund along a row of its table: the only place where its state changes. Asking for a move it
 * does not have is a fault of the caller.
 */
export function moveRefund(refund: Refund, cause: RefundTransitionCause): Refund {
  const state = nextRefundState(refund.state, cause);
  assert(state !== undefined, `a refund in ${refund.state} does not move by ${cause}`);
  return { ...refund, state };
}
