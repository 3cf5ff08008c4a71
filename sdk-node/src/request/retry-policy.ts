import type { AttemptFailure, RefusedByGateway } from './attempt-failure.ts';
import { outcomeOf } from './call-outcome.ts';

/**
 * What the decision about a retry depends on. Repeating a GET is safe, because it changes nothing. Repeating a payment or
 * refund is safe too, because the merchant's own ID identifies it. Any other call is retried only if it was certainly not
 * applied.
 */
export interface RetryState {
  readonly retriesMade: number;
  readonly maxRetries: number;
  /** Whether the client has already corrected its clock during this call, because the server refused a timestamp. */
  readonly clockWasCorrected: boolean;
  /** Whether repeating this request could make the gateway apply it twice. */
  readonly mayApplyTwice: boolean;
}

export type RetryDecision =
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'give_up'; readonly because: string };

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/**
 * Maximum wait that a server may ask for in `Retry-After`. If it asks for more, the client gives up instead of letting its
 * caller wait.
 */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Decides whether to retry a call after a failure. Several checks look for a reason to give up. If none of them finds one, the
 * call is retried.
 */
export function decideRetry(
  failure: AttemptFailure,
  state: RetryState,
  random: () => number = Math.random,
): RetryDecision {
  if (failure.kind === 'aborted') return giveUp('the caller aborted the call');
  if (failure.kind === 'not_signed') return giveUp('signing failed before anything was sent');
  if (failure.kind === 'refused' && !isWorthRepeating(failure)) {
    return giveUp('the answer is final: the same request would get it again');
  }
  if (failure.kind === 'foreign_answer' && !isPassingStatus(failure.httpStatus)) {
    return giveUp('something other than the gateway answered');
  }
  if (state.mayApplyTwice && outcomeOf(failure) === 'unknown') {
    return giveUp('the request may have been applied, and a retry could apply it twice');
  }
  if (state.retriesMade >= state.maxRetries) {
    return giveUp(state.maxRetries === 0 ? 'retries are disabled' : 'all retries are used');
  }
  if (failure.kind === 'refused' && failure.name === 'TIMESTAMP_EXPIRED') {
    if (state.clockWasCorrected) return giveUp('the clock was already corrected once');
    if (failure.serverTimeMs === undefined) return giveUp('the answer does not include the server time');
    return { kind: 'retry', delayMs: 0 };
  }
  const retryAfterMs = 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return giveUp('Retry-After asks for too long a wait');
  return { kind: 'retry', delayMs: Math.max(retryAfterMs, backoffMs(state.retriesMade, random)) };
}

/**
 * A random wait from zero to a limit that doubles with each retry ("full jitter"), so that clients do not all retry at once.
 */
function backoffMs(retriesMade: number, random: () => number): number {
  return random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retriesMade);
}

function isWorthRepeating({ httpStatus, name }: RefusedByGateway): boolean {
  return isPassingStatus(httpStatus) || name === 'BUSY' || name === 'TIMESTAMP_EXPIRED';
}

function isPassingStatus(httpStatus: number): boolean {
  return httpStatus === 429 || httpStatus >= 500;
}

function giveUp(because: string): RetryDecision {
  return { kind: 'give_up', because };
}
