/** States of a payment attempt. Only operators see them; merchants and consumers see the order's state. */
export const attemptStates = ['OPENING', 'OPEN', 'SUBMITTED', 'SUCCEEDED', 'FAILED', 'ABANDONED'] as const;
export type AttemptState = (typeof attemptStates)[number];

export const attemptStateMeanings: Readonly<Record<AttemptState, string>> = {
  OPENING: 'The gateway is asking the channel to open the attempt.',
  OPEN: 'The consumer can pay.',
  SUBMITTED: 'The attempt was submitted to the channel; the result is pending.',
  SUCCEEDED: 'The channel has the money.',
  FAILED: 'The channel refused to open the attempt, or the payment failed.',
  ABANDONED: 'The attempt is no longer wanted; the gateway cancels it at the channel.',
};

/**
 * Every transition of a payment attempt. SUCCEEDED is final. A success reported for a failed or abandoned attempt is still
 * accepted, because the channel then has the consumer's money. If the channel cannot cancel an abandoned attempt because the
 * consumer has confirmed it, the attempt is in progress again.
 */
export const attemptTransitions = [
  { from: 'OPENING', cause: 'channel_opened', to: 'OPEN' },
  { from: 'OPENING', cause: 'channel_refused', to: 'FAILED' },
  { from: 'OPENING', cause: 'abandoned', to: 'ABANDONED' },
  { from: 'OPENING', cause: 'succeeded', to: 'SUCCEEDED' },
  { from: 'OPENING', cause: 'failed', to: 'FAILED' },
  { from: 'OPEN', cause: 'submitted', to: 'SUBMITTED' },
  { from: 'OPEN', cause: 'abandoned', to: 'ABANDONED' },
  { from: 'OPEN', cause: 'succeeded', to: 'SUCCEEDED' },
  { from: 'OPEN', cause: 'failed', to: 'FAILED' },
  { from: 'SUBMITTED', cause: 'succeeded', to: 'SUCCEEDED' },
  { from: 'SUBMITTED', cause: 'failed', to: 'FAILED' },
  { from: 'SUBMITTED', cause: 'abandoned', to: 'ABANDONED' },
  { from: 'FAILED', cause: 'retried', to: 'SUBMITTED' },
  { from: 'FAILED', cause: 'succeeded', to: 'SUCCEEDED' },
  { from: 'ABANDONED', cause: 'found_under_way', to: 'SUBMITTED' },
  { from: 'ABANDONED', cause: 'succeeded', to: 'SUCCEEDED' },
] as const satisfies readonly { from: AttemptState; cause: string; to: AttemptState }[];

export type AttemptTransitionCause = (typeof attemptTransitions)[number]['cause'];
