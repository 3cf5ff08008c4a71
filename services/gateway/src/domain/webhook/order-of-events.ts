/** The parts of an event's delivery state that determine whether later events of the same order have to wait. */
export interface EarlierEvent {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** Whether an operator or the merchant had the event resent. */
  readonly isResent: boolean;
}

/**
 * After this number of failed delivery attempts of an event, later events of the order no longer wait for it. Otherwise, a
 * receiver that fails on one event would get the next one only days later.
 */
export const FAILURES_BEFORE_PASSED_BY = 3;

/**
 * Whether a later event of an order has to wait for an earlier one. It waits until the merchant has acknowledged the earlier
 * event, the gateway has stopped delivering it, or its delivery has failed three times. If the earlier event is being resent on
 * request, only other events that are being resent wait for it.
 */
export function holdsUp(earlier: EarlierEvent, later: { readonly isResent: boolean }): boolean {
  if (earlier.state !== 'pending' || earlier.failures >= FAILURES_BEFORE_PASSED_BY) return false;
  return later.isResent || !earlier.isResent;
}
