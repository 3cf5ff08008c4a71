/**
 * The time within which every call to a processor ends. A call that has no answer by then ends as `unknown` or `unavailable`.
 * The gateway asks the processor about the call only after the call has ended. Before that, the answer "never received" could
 * mean "not yet received".
 *
 * The methods `open` and `refund` each make one call to the processor. Other methods may make a few calls, and `statement`
 * makes many.
 */
export const CHANNEL_CALL_TIMEOUT_MS = 10_000;

/** How long a call to a processor may wait before it is sent. Only a limited number of calls to one channel run at once. */
export const CHANNEL_QUEUE_TIMEOUT_MS = 2_000;

/** How long the gateway waits for a processor's answer after it has sent a call. This includes retries with the same key. */
export const CHANNEL_ANSWER_TIMEOUT_MS = CHANNEL_CALL_TIMEOUT_MS - CHANNEL_QUEUE_TIMEOUT_MS;
