/** How far an event's delivery has come, as far as later events of its order have to know. */
export interface EarlierEvent {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** Sent again by hand. */
  readonly isResent: boolean;
}

/** A receiver that chokes on one event must not lose the next for days (decisions, section 9). */
export const FAILURES_BEFORE_PASSED_BY = 3;

/**
 * Whether a later event of an order waits for an earlier one: until that is acknowledged, given up, or has
 * failed three times. One that was sent again by hand had its turn long ago: only others that were sent
 * again wait for it.
 */
export function holdsUp(earlier: EarlierEvent, later: { readonly isResent: boolean }): boolean {
  if (earlier.state !== 'pending' || earlier.failures >= FAILURES_BEFORE_PASSED_BY) return false;
  return later.isResent || !earlier.isResent;
}
