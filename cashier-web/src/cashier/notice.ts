import { CheckoutError, type DeclineCategory, type ErrorName, ServiceError } from '@kassa/sdk-browser';

/** A message to the consumer about an error. What the consumer has typed stays in the form. */
export type Notice =
  | { readonly kind: 'declined'; readonly category: DeclineCategory }
  | { readonly kind: 'notSent' }
  /** The consumer has started a newer attempt on another page, so the payment on this page was not sent. */
  | { readonly kind: 'continuedElsewhere' }
  /**
   * The consumer asked to cancel the attempt, but the gateway cannot cancel it yet. The result of the attempt will be known by
   * `until` (RFC 3339).
   */
  | { readonly kind: 'notCancelled'; readonly until: string }
  | { readonly kind: 'noConnection' }
  /** The processor's form could not be loaded. */
  | { readonly kind: 'formFailed' }
  | { readonly kind: 'methodUnavailable' }
  /** At the moment, no payment method is available for the order. */
  | { readonly kind: 'nothingAvailable' }
  | { readonly kind: 'tooManyAttempts' }
  /**
   * The order has no attempts left. The consumer can only finish the attempt that is already open, with the payment method that
   * the page shows.
   */
  | { readonly kind: 'lastMethod' }
  | { readonly kind: 'tooFast' }
  /**
   * An error for which there is no special text. `requestId` lets the support find the call; null if the gateway was not
   * reached.
   */
  | { readonly kind: 'unexpected'; readonly requestId: string | null };

/**
 * Returns the notice to show after an action of the consumer has failed. Null if a newer action has replaced the failed one,
 * because the newer one shows its own outcome.
 */
export function noticeOf(error: unknown): Notice | null {
  if (!(error instanceof CheckoutError)) return { kind: 'unexpected', requestId: null };
  switch (error.kind) {
    case 'superseded':
      return null;
    case 'connection':
      return { kind: 'noConnection' };
    case 'library_load':
      return { kind: 'formFailed' };
    case 'unsupported_render_type':
      return { kind: 'methodUnavailable' };
    case 'session_missing':
    case 'unsafe_address':
    case 'origin_not_allowed':
    case 'cashier_silent':
      return { kind: 'unexpected', requestId: null };
    case 'service':
      if (!(error instanceof ServiceError)) return { kind: 'unexpected', requestId: null };
      // The order still has attempts, but too many payments from the consumer's address or device were declined.
      if (error.code === 'TOO_MANY_ATTEMPTS' && error.retryAfterMs !== null) return { kind: 'tooFast' };
      return noticeOfCode(error.code, error.requestId);
  }
}

/** Whether the page shows a button for trying again beside this notice. */
export function canBeRetried(notice: Notice): boolean {
  switch (notice.kind) {
    case 'noConnection':
    case 'formFailed':
    case 'tooFast':
    case 'methodUnavailable':
    case 'nothingAvailable':
    case 'unexpected':
      return true;
    case 'declined':
    case 'notSent':
    case 'continuedElsewhere':
    case 'notCancelled':
    case 'tooManyAttempts':
    case 'lastMethod':
      return false;
  }
}

function noticeOfCode(code: ErrorName, requestId: string): Notice {
  const known: Partial<Record<ErrorName, Notice>> = {
    PAYMENT_METHOD_UNAVAILABLE: { kind: 'methodUnavailable' },
    CHANNEL_ERROR: { kind: 'methodUnavailable' },
    ATTEMPT_SUPERSEDED: { kind: 'continuedElsewhere' },
    TOO_MANY_ATTEMPTS: { kind: 'tooManyAttempts' },
    RATE_LIMITED: { kind: 'tooFast' },
    UNAVAILABLE: { kind: 'noConnection' },
  };
  return known[code] ?? { kind: 'unexpected', requestId };
}

/** The notice that says why the attempt in progress was not cancelled. Null if the page already shows the attempt's result. */
export function whyNotCancelled(error: unknown, awaitedUntil: string | null): Notice | null {
  const code = error instanceof ServiceError ? error.code : null;
  if (code === 'ATTEMPT_SUPERSEDED') return null;
  if (code !== 'PAYMENT_IN_PROGRESS') return noticeOf(error);
  return awaitedUntil === null ? null : { kind: 'notCancelled', until: awaitedUntil };
}

/**
 * Why the payment order could not be opened: the link is not valid, the order has expired, or the gateway gave no usable
 * answer.
 */
export function openingFailure(error: unknown): 'refused' | 'expired' | 'unanswered' {
  if (!(error instanceof ServiceError)) return 'unanswered';
  if (error.code === 'SESSION_EXPIRED' || error.code === 'ORDER_EXPIRED') return 'expired';
  const refusals: readonly ErrorName[] = [
    'SESSION_INVALID',
    'ORDER_NOT_FOUND',
    'NOT_FOUND',
    'INVALID_REQUEST',
  ];
  return refusals.includes(error.code) ? 'refused' : 'unanswered';
}
