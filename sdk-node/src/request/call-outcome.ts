import type { AttemptFailure } from './attempt-failure.ts';

/**
 * Whether the gateway may have made the change that a call requested, judged by the call's attempts:
 * - `not_sent`: no request left this machine, or the gateway refused every request without processing it.
 * - `decided`: the gateway processed the request and refused it. So no earlier attempt of the call made the change either.
 * - `unknown`: the change may have been made, but no answer says so.
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
      // A proxy may send a request twice. The gateway then answers the second copy with BUSY, although the first may have been
      // applied.
      if (failure.name === 'BUSY') return 'unknown';
      return isTurnedAwayUnread(failure.httpStatus) ? 'not_sent' : 'decided';
  }
}

/**
 * Whether the gateway refused this attempt before it processed the request, for example because of a wrong signature. Such a
 * refusal does not show whether an earlier attempt of the same call was applied.
 */
function isTurnedAwayUnread(httpStatus: number): boolean {
  return httpStatus === 401 || httpStatus === 403 || httpStatus === 429;
}

/** Combines the outcome of the earlier attempts of a call with that of the latest attempt. */
export function combineOutcomes(earlier: AttemptOutcome, latest: AttemptOutcome): AttemptOutcome {
  if (latest === 'not_sent' && earlier === 'unknown') return 'unknown';
  return latest;
}
