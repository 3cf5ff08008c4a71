/** The parts of an event's delivery state that decide whether later events of the same order have to wait. */
export interface EarlierEvent {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** Whether an operator or the merchant had the event resent. */
  readonly isResent: boolean;
}

/**
 * The number of failed attempts after which later events of the order no longer wait for an event. A receiver that fails on one
 * event must not wait days for the next one.
 */
export const FAILURES_BEFORE_PASSED_BY = 3;

/**
 * Whether a later event of an order has to wait for an earlier one. It waits until the earlier one is acknowledged, is given up
 * or has failed three times. For an event that was resent on request, only other resent events wait.
 */
export function holdsUp(earlier: EarlierEvent, later: { readonly isResent: boolean }): boolean {
  if (earlier.state !== 'pending' || earlier.failures >= FAILURES_BEFORE_PASSED_BY) return false;
  return later.isResent || !earlier.isResent;
}
