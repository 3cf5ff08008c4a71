/** The parts of an event's delivery state on which later events of its order depend. */
export interface EarlierEvent {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** Whether an operator or the merchant had the event resent. */
  readonly isResent: boolean;
}

/** A receiver that fails on one event must not miss the next for days. */
export const FAILURES_BEFORE_PASSED_BY = 3;

/**
 * Whether a later event of an order waits for an earlier one: until the earlier one is acknowledged, given up, or has failed
 * three times. A resent event already had its turn, so only other resent events wait for it.
 */
export function holdsUp(earlier: EarlierEvent, later: { readonly isResent: boolean }): boolean {
  if (earlier.state !== 'pending' || earlier.failures >= FAILURES_BEFORE_PASSED_BY) return false;
  return later.isResent || !earlier.isResent;
}
