import type { AttemptFailure } from './attempt-failure.ts';

/**
 * Whether the gateway applied a call that changes something, judging by the call's attempts:
 * - `not_sent`: no request left this machine, or the gateway turned each one away before processing it.
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
      // If a proxy sent the request twice, the gateway answers the second with BUSY. The first may have been applied.
      if (failure.name === 'BUSY') return 'unknown';
      return isTurnedAwayUnread(failure.httpStatus) ? 'not_sent' : 'decided';
  }
}

/**
 * Whether the gateway refused the sender without looking at the request. Such an answer says nothing about an earlier attempt.
 */
function isTurnedAwayUnread(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 429;
}

/** The outcome of the whole call after another attempt. */
export function combineOutcomes(earlier: AttemptOutcome, latest: AttemptOutcome): AttemptOutcome {
  if (latest === 'not_sent' && earlier === 'unknown') return 'unknown';
  return latest;
}
