/** States of a payment attempt, which operators see; to merchants and consumers the order’s state is what counts. */
export const attemptStates = ['OPENING', 'OPEN', 'SUBMITTED', 'SUCCEEDED', 'FAILED', 'ABANDONED'] as const;
export type AttemptState = (typeof attemptStates)[number];
