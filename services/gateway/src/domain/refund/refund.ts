import assert from 'node:assert/strict';
import {
  type Money,
  type RefundState,
  type RefundTransitionCause,
  refundReservesAmount,
  refundTransitions,
  type ShownRefundOrigin,
} from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';

/** A refund: money that an order returns. Refunds are never deleted, so a failed refund stays in the order as failed. */
export interface Refund {
  /** The gateway's ID, which is also the idempotency key at the channel. */
  readonly refundId: string;
  /** The merchant's ID of the refund. An automatic refund has the gateway's ID instead. */
  readonly transactionId: string;
  /** The amount to return; once the refund is made, the amount that was returned. */
  readonly amount: Money;
  /** The amount that was requested; set only if an operator found that a different amount was returned. */
  readonly requestedAmount?: Money;
  readonly state: RefundState;
  /** The attempt whose money is returned. */
  readonly attemptId: string;
  readonly origin: RefundOrigin;
  /**
   * A hash of the merchant's request. With this hash, the gateway distinguishes a repeated request from a different request
   * with the same refund ID.
   */
  readonly fingerprint: string;
  readonly reason: string | null;
  readonly remark: string | null;
  readonly channelReference: string | null;
  readonly failure: RefundFailure | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /**
   * When the gateway next sends the refund or asks the channel about it. If an operator has taken the refund over, this is when
   * the gateway reminds the operator of it. Null if nothing is planned.
   */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  /**
   * The number of times the refund had been tried when the channel first confirmed that it has the refund; absent until then.
   * The gateway opens a case about the refund after a number of tries. Only the tries after this confirmation count toward that
   * number.
   */
  readonly acknowledgedAtTry?: number;
  /**
   * The channel's references of the requests that it refused because it had not captured the payment yet; absent if there were
   * none. The gateway sends the refund again as a new request.
   */
  readonly refusedAsTooEarly?: readonly string[];
  /**
   * The real time by which the latest call that sends the refund to its channel has surely ended, by the clock of the calling
   * instance. Until then, a channel that answers "never received" may still receive the refund from this call. Null if no such
   * call can be running.
   */
  readonly callEndsBy: Date | null;
  /**
   * The latest real time at which the refund may have reached its channel: the end of the latest call that sends the refund, or
   * the time at which the channel first said that it has the refund. Absent if the refund was never sent. An operator who
   * looked at the channel's own record before this time may not have seen the refund there yet.
   */
  readonly reachedChannelBy?: Date;
  /**
   * When the gateway found that the channel does not have this refund, after an operator had already settled the refund's case.
   * A new case with this start time tells the operators. Null if this has not happened.
   */
  readonly foundUnsentAt: Date | null;
  /**
   * When the refund's latest follow-up case opened; null if there has been none. A follow-up case opens after an operator has
   * settled the refund's earlier case without recording how the refund ended. It opens a month after the settlement, or as soon
   * as the channel confirms that it has the refund.
   */
  readonly unconcludedSince: Date | null;
  /**
   * Set if somebody made the refund at the processor by hand, for example in its dashboard. The gateway never sent it, but has
   * generated its `transactionId` (`chn_…`).
   */
  readonly isMadeAtProcessor?: true;
  /**
   * Set if an operator returned the money by hand, that is, outside the channel. If the channel makes the refund too, the money
   * is returned twice.
   */
  readonly isMadeByHand?: boolean;
  /** Set if an operator, and not the channel's report, found that the refund was made. */
  readonly isFoundMade?: true;
  /**
   * The ID of the completed refund that this refund corrects; absent for every other refund. More money was returned for the
   * completed refund than its amount, and this refund records the difference.
   */
  readonly correctsRefundId?: string;
  /**
   * Set if the channel took the refund back after it had reported it as made. It stays set if an operator finds later that the
   * money was returned after all.
   */
  readonly reversal?: RefundReversal;
  /**
   * The channel's ID of the report that ended the refund, if the report named only the payment. If the same report arrives
   * again, the gateway recognises it and does not mistake it for a report about another refund. Absent for every other refund.
   */
  readonly failedByReport?: string;
  /**
   * When the channel last reported that it made the refund, by its own clock; absent if the channel does not say. If the
   * channel reported a failure before this time, the failure is outdated, because the channel has made the refund again since.
   * In orders that earlier versions stored, this time is set only if the channel has repeated its report since.
   */
  readonly toldAgainAt?: Date;
  /**
   * When the channel first reported the refund as failed, by the channel's clock. Absent if the channel gives no time, or if it
   * had already reported the refund as made. A report that the refund was made is outdated if its time is earlier than this.
   */
  readonly failedToldAt?: Date;
  /** Why the channel has the refund but does not make it yet; absent if the channel names no such reason. */
  readonly delay?: RefundDelay;
}

/**
 * Why a channel does not make a refund yet. `balance_too_low`: the account at the processor does not have enough money.
 * `payment_not_settled`: the processor does not have the money of the refunded payment yet.
 */
export const refundDelays = ['balance_too_low', 'payment_not_settled'] as const;
export type RefundDelay = (typeof refundDelays)[number];

/** The money of a refund went out, and came back because it did not reach the consumer. */
export interface RefundReversal {
  readonly amount: Money;
  /** When the gateway learned that the refund was made. */
  readonly madeAt: Date;
  /** When the gateway learned that the channel took the refund back. */
  readonly reversedAt: Date;
  /** When the channel last reported the reversal, by its own clock; absent if the channel does not say. */
  readonly toldAt?: Date;
  /**
   * When the gateway learned that the channel had taken the refund back a second time, after it had made the refund again.
   * Absent if the channel has not done so.
   */
  readonly confirmedAt?: Date;
}

/**
 * Who caused a refund: the merchant, or the gateway itself. A refund that somebody made at the processor by hand counts as the
 * merchant's if it returns the payment that pays the order. The gateway returns a payment that arrived after the order had
 * closed (`late_payment`), and a second payment of the same order (`second_payment`).
 */
export type RefundOrigin = 'merchant' | 'late_payment' | 'second_payment';

export interface RefundFailure {
  readonly code: string;
  readonly message: string;
}

/** What a channel reports about a refund. */
export type RefundResult = (
  | { readonly kind: 'succeeded'; readonly returned: Money }
  | {
      readonly kind: 'failed';
      readonly failure: RefundFailure;
      /** Set if the channel refused the refund only because it has not captured the payment yet. */
      readonly isTooEarly?: true;
    }
) & {
  /** When the channel made the report, by its own clock; absent if the channel does not say. */
  readonly toldAt?: Date;
  /**
   * When the refund reached this state at the channel, by the channel's clock. A channel gives this time instead of `toldAt` if
   * it may report an unchanged state again and never makes a refund that has failed. With this time, a repeated report does not
   * count as a new one.
   */
  readonly stateAt?: Date;
};

/**
 * The failure that is recorded if the channel never reported a refund's result and an operator found that the refund was not
 * made.
 */
export const foundNotMade: RefundFailure = {
  code: 'concluded_by_operator',
  message: 'The channel gave no result, and the operator found that it was not made.',
};

/** Whether the refund failed because an operator found that it was not made. False if the channel reported the failure. */
export function isFoundNotMade({ state, failure }: Refund): boolean {
  return state === 'FAILED' && failure?.code === foundNotMade.code;
}

/** Creates a refund that was accepted and is to be sent immediately. */
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

/** Returns the origin of a refund as merchants see it. */
export function shownOriginOf(refund: Refund): ShownRefundOrigin {
  if (refund.isMadeAtProcessor) return 'channel';
  return isAutomatic(refund) ? 'gateway' : 'merchant';
}

export function isAutomatic(refund: Refund): boolean {
  return refund.origin !== 'merchant';
}

/**
 * Whether a call that sends the refund may still be running. The answer allows for the clock of the calling instance being
 * behind this instance's clock.
 */
export function mayBeBeingSent({ callEndsBy }: Pick<Refund, 'callEndsBy'>, realNow: Date): boolean {
  return callEndsBy !== null && realNow <= addSeconds(callEndsBy, CLOCK_SKEW_SECONDS);
}

/**
 * The real time from which the channel's own record shows reliably whether the channel has the refund. It allows for the
 * difference between instances' clocks. Null if the refund has ended, or no call that sends it is recorded.
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

/**
 * The start time (`since`) of the operator's case about a refund without a result. For the first case, it is the time at which
 * the refund was created; for a later case, the time at which that case opened.
 */
export function unresolvedSince({ createdAt, foundUnsentAt, unconcludedSince }: Refund): Date {
  const latestMs = Math.max(...[createdAt, foundUnsentAt, unconcludedSince].map((at) => at?.getTime() ?? 0));
  return new Date(latestMs);
}

/**
 * Returns the start time (`since`) of a new case about a refund. It is always later than that of the previous case, even if
 * this instance's clock is behind. Otherwise, the new case could be mistaken for the previous one, which an operator has
 * already settled.
 */
export function nextCaseSince(refund: Refund, now: Date): Date {
  return new Date(Math.max(now.getTime(), unresolvedSince(refund).getTime() + 1));
}

/** Returns the next state of a refund after a cause. Undefined if the transition table has no row for this state and cause. */
export function nextRefundState(from: RefundState, cause: RefundTransitionCause): RefundState | undefined {
  return refundTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a refund to the state that the transition table gives for a cause. No other function changes a refund's state. Throws
 * if the table has no row for the present state and the cause, which is a programming error.
 */
export function moveRefund(refund: Refund, cause: RefundTransitionCause): Refund {
  const state = nextRefundState(refund.state, cause);
  assert(state !== undefined, `a refund in ${refund.state} does not move by ${cause}`);
  const { delay: _, ...rest } = refund;
  return { ...rest, state };
}
