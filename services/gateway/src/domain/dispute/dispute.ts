import assert from 'node:assert/strict';
import {
  type DisputeState,
  type DisputeTransitionCause,
  disputeTransitions,
  type Money,
} from '@kassa/contracts';

/** A consumer's objection to a payment, raised at the channel. An order has one at a time. */
export interface Dispute {
  /** Whose money is disputed. */
  readonly attemptId: string;
  readonly channelReference: string;
  readonly amount: Money;
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  /** Until when the merchant can answer the bank; null where the channel does not say. */
  readonly respondBy: Date | null;
}

/** What a channel reports about a dispute; `won` and `lost` from the merchant's side. */
export interface DisputeReport {
  readonly channelReference: string;
  readonly amount: Money;
  readonly kind: DisputeState;
  /** Until when the merchant can answer the bank, where the channel says. */
  readonly respondBy?: Date;
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
  return { attemptId, channelReference, amount, state: 'opened', openedAt, resolvedAt: null, respondBy };
}

/** The state after a cause, or undefined when the dispute does not move by it. */
export function nextDisputeState(
  from: DisputeState,
  cause: DisputeTransitionCause,
): DisputeState | undefined {
  return disputeTransitions.find((row) => row.from === from && row.cause === cause)?.to;
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
