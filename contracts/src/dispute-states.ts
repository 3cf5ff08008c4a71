/** States of a dispute. `won` and `lost` are from the merchant’s point of view. */
export const disputeStates = ['opened', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeStateMeanings: Readonly<Record<DisputeState, string>> = {
  opened: 'The consumer disputed the payment; the outcome is pending.',
  won: 'The merchant keeps the money.',
  lost: 'The consumer got the money back.',
};

/**
 * Every transition of a dispute. If the channel later reports the opposite of a known outcome, the gateway opens a case for an
 * operator instead. If the operator finds that a won dispute was lost after all, the order gets an additional, lost dispute with
 * the same reference. A lost dispute becomes won only when the bank has given back all its money.
 */
export const disputeTransitions = [
  { from: 'opened', cause: 'won', to: 'won' },
  { from: 'opened', cause: 'lost', to: 'lost' },
  { from: 'lost', cause: 'given_back', to: 'won' },
] as const satisfies readonly { from: DisputeState; cause: string; to: DisputeState }[];

export type DisputeTransitionCause = (typeof disputeTransitions)[number]['cause'];
