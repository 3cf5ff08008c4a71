import type { AttemptFailure } from './attempt-failure.ts';

/**
 * Whether a call that changes something was applied, as far as its attempts tell:
 * - `not_sent`: nothing left this machine, or was turned away before it was looked at.
 * - `decided`: the gateway judged this very request and refused it, also for every earlier attempt.
 * - `unknown`: it may have been applied, and nobody told us.
 */
export type AttemptOutcome = 'not_sent' | 'decided' | 'unknown';

export function outcomeOf(failure: AttemptFailure): AttemptOutcome {
  switch (failure.kind) {
    case 'not_signed':
      return 'not_sent';
    case 'no_connection':
    case 'timed_out':
    case 'aborted':
      return failure.mayHaveArrived ? 'unknown' : 'not_sent';
    case 'foreign_answer':
      return 'unknown';
    case 'refused':
      if (failure.httpStatus >= 500) return 'unknown';
      // A proxy that sent the request twice gets BUSY for the second; the first may have been applied.
      if (failure.name === 'BUSY') return 'unknown';
      return isTurnedAwayUnread(failure.httpStatus) ? 'not_sent' : 'decided';
  }
}

/** Refusals of the sender, not of the request: they say nothing about an earlier attempt. */
function isTurnedAwayUnread(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 429;
}

/** The outcome of the whole call after one more attempt. */
export function combineOutcomes(earlier: AttemptOutcome, latest: AttemptOutcome): AttemptOutcome {
  if (latest === 'not_sent' && earlier === 'unknown') return 'unknown';
  return latest;
}
