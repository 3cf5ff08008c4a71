import assert from 'node:assert/strict';
import {
  type DisputeState,
  type DisputeTransitionCause,
  disputeTransitions,
  type Money,
} from '@kassa/contracts';
import { isSameMoney } from '../same-money.ts';

/** The channel is asked how a dispute stands once a day. Banks take weeks. */
export const ASK_EVERY_SECONDS = 24 * 60 * 60;

/** A consumer's objection to a payment, raised at the channel. An order has one at a time. */
export interface Dispute {
  /** Whose money is disputed. */
  readonly attemptId: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** What its opening named; absent where it was lost over the same amount, or is not lost. */
  readonly openingAmount?: Money;
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  /** Until when the merchant can answer the bank; null where the channel does not say. */
  readonly respondBy: Date | null;
  /** Set while the channel is still to be asked how it stands. */
  readonly inquiry: DisputeInquiryPlan | null;
  /** Set when its outcome should have come long ago, and an operator has to look. */
  readonly unresolvedSince: Date | null;
}

/** When a channel is asked about a dispute. */
export interface DisputeInquiryPlan {
  readonly dueAt: Date;
  /** When the channel was asked last; null before the first time. */
  readonly askedAt: Date | null;
}

/** What a channel reports about a dispute; `won` and `lost` from the merchant's side. */
export interface DisputeReport {
  readonly channelReference: string;
  readonly amount: Money;
  readonly kind: DisputeState;
  /** Until when the merchant can answer the bank, where the channel says. */
  readonly respondBy?: Date;
}

export function firstInquiry(openedAt: Date): DisputeInquiryPlan {
  return { dueAt: new Date(openedAt.getTime() + ASK_EVERY_SECONDS * 1_000), askedAt: null };
}

/** A dispute whose outcome is awaited. */
export function newDispute(
  {
    attemptId,
    channelReference,
    amount,
    respondBy = null,
  }: Pick<Dispute, 'attemptId' | 'channelReference' | 'amount'> & Partial<Pick<Dispute, 'respondBy'>>,
  openedAt: Date,
): Dispute {
  return {
    attemptId,
    channelReference,
    amount,
    state: 'opened',
    openedAt,
    resolvedAt: null,
    respondBy,
    inquiry: firstInquiry(openedAt),
    unresolvedSince: null,
  };
}

/** The state after a cause, or undefined when the dispute does not move by it. */
export function nextDisputeState(
  from: DisputeState,
  cause: DisputeTransitionCause,
): DisputeState | undefined {
  return disputeTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/** Ends a dispute with the outcome that the channel reports, or an operator has found there. */
export function endDispute(dispute: Dispute, outcome: DisputeTransitionCause, now: Date): Dispute {
  return { ...moveDispute(dispute, outcome), resolvedAt: now, inquiry: null, unresolvedSince: null };
}

/** Ends a dispute as lost over what the outcome names: a bank can decide over another part than was disputed at first. */
export function loseDispute(dispute: Dispute, amount: Money, now: Date): Dispute {
  const lost = endDispute(dispute, 'lost', now);
  return isSameMoney(amount, dispute.amount) ? lost : { ...lost, amount, openingAmount: dispute.amount };
}

/**
 * Moves a dispute along a row of its table: the only place where its state changes. Asking for a move it
 * does not have is a fault of the caller.
 */
export function moveDispute(dispute: Dispute, cause: DisputeTransitionCause): Dispute {
  const state = nextDisputeState(dispute.state, cause);
  assert(state !== undefined, `a dispute that is ${dispute.state} does not move by ${cause}`);
  return { ...dispute, state };
}
