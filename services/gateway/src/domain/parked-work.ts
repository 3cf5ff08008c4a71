import { addSeconds } from './add-seconds.ts';

/** Work that the recurring duties could not do: when it is tried again, and when it is given to people. */

const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 600;
/** Reached after about an hour: what has failed so often does not get done by being tried again. */
const FAILURES_BEFORE_PARKED = 12;

/** Why something was not done. */
export type AttentionFailure =
  /** What the gateway stands on was not there; that says nothing about the work itself. */
  { readonly kind: 'passing' } | { readonly kind: 'fault'; readonly reason: string };

/** Work that nobody tries any more until an operator resumes it, or its order changes. */
export interface ParkedWork {
  readonly since: Date;
  readonly failures: number;
  /** The latest failure, in the words of the program. */
  readonly reason: string;
}

export type AttentionPlan =
  | { readonly kind: 'try_again'; readonly at: Date; readonly failures: number }
  | { readonly kind: 'park'; readonly parked: ParkedWork };

/**
 * Decides what becomes of work that failed. It is tried again after 5 s, then after twice as long each time,
 * at most 10 minutes; without that, what always fails would head the list of what is due for ever.
 *
 * @param failuresBefore faults so far, this one not included; passing failures are no faults
 */
export function planAttention(failuresBefore: number, failure: AttentionFailure, now: Date): AttentionPlan {
  if (failure.kind === 'passing') {
    return { kind: 'try_again', at: addSeconds(now, FIRST_SECONDS), failures: failuresBefore };
  }
  const failures = failuresBefore + 1;
  if (failures >= FAILURES_BEFORE_PARKED) {
    return { kind: 'park', parked: { since: now, failures, reason: failure.reason } };
  }
  const seconds = Math.min(FIRST_SECONDS * 2 ** (failures - 1), LONGEST_SECONDS);
  return { kind: 'try_again', at: addSeconds(now, seconds), failures };
}
