import type { AttemptFailure } from './attempt-failure.ts';

/**
 * Whether a call that changes something was applied, judging by its attempts:
 * - `not_sent`: no request left this machine, or each was turned away before it was processed.
 * - `decided`: the gateway processed and refused this request, which also settles every earlier attempt.
 * - `unknown`: the request may have been applied, but no answer says so.
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
      // If a proxy sent the request twice, the second gets BUSY, but the first may have been applied.
      if (failure.name === 'BUSY') return 'unknown';
      return isTurnedAwayUnread(failure.httpStatus) ? 'not_sent' : 'decided';
  }
}

/** These refuse the sender, not the request, so they say nothing about an earlier attempt. */
function isTurnedAwayUnread(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 429;
}

/** The outcome of the whole call after one more attempt. */
export function combineOutcomes(earlier: AttemptOutcome, latest: AttemptOutcome): AttemptOutcome {
  if (latest === 'not_sent' && earlier === 'unknown') return 'unknown';
  return latest;
}
