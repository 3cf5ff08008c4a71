import { CheckoutError, type DeclineCategory, type ErrorName, ServiceError } from '@kassa/sdk-browser';

/** A message to the consumer about an error. What the consumer has typed stays in the form. */
export type Notice =
  | { readonly kind: 'declined'; readonly category: DeclineCategory }
  | { readonly kind: 'not_sent' }
  /** Another page has started a newer attempt, so this page sent nothing. */
  | { readonly kind: 'continued_elsewhere' }
  | { readonly kind: 'no_connection' }
  /** The processor's form could not be loaded. */
  | { readonly kind: 'form_failed' }
  | { readonly kind: 'method_unavailable' }
  /** At the moment, no payment method is available for the order. */
  | { readonly kind: 'nothing_available' }
  | { readonly kind: 'too_many_attempts' }
  | { readonly kind: 'too_fast' }
  /** An error without a text of its own. `requestId` lets the support find the call; null if the gateway was not reached. */
  | { readonly kind: 'unexpected'; readonly requestId: string | null };

/** The notice to show for an error; null if there is nothing to show. */
export function noticeOf(error: unknown): Notice | null {
  if (!(error instanceof CheckoutError)) return { kind: 'unexpected', requestId: null };
  switch (error.kind) {
    case 'superseded':
      return null;
    case 'connection':
      return { kind: 'no_connection' };
    case 'library_load':
      return { kind: 'form_failed' };
    case 'unsupported_render_type':
      return { kind: 'method_unavailable' };
    case 'session_missing':
    case 'unsafe_address':
    case 'cashier_silent':
      return { kind: 'unexpected', requestId: null };
    case 'service':
      return error instanceof ServiceError
        ? noticeOfCode(error.code, error.requestId)
        : { kind: 'unexpected', requestId: null };
  }
}

/** Whether to offer a button with which the consumer can try again. */
export function canBeRetried(notice: Notice): boolean {
  switch (notice.kind) {
    case 'no_connection':
    case 'form_failed':
    case 'too_fast':
    case 'method_unavailable':
    case 'nothing_available':
    case 'unexpected':
      return true;
    case 'declined':
    case 'not_sent':
    case 'continued_elsewhere':
    case 'too_many_attempts':
      return false;
  }
}

function noticeOfCode(code: ErrorName, requestId: string): Notice {
  const known: Partial<Record<ErrorName, Notice>> = {
    PAYMENT_METHOD_UNAVAILABLE: { kind: 'method_unavailable' },
    CHANNEL_ERROR: { kind: 'method_unavailable' },
    ATTEMPT_SUPERSEDED: { kind: 'continued_elsewhere' },
    TOO_MANY_ATTEMPTS: { kind: 'too_many_attempts' },
    RATE_LIMITED: { kind: 'too_fast' },
    UNAVAILABLE: { kind: 'no_connection' },
  };
  return known[code] ?? { kind: 'unexpected', requestId };
}

/** The event that tells the cashier's screens why the checkout could not be opened. */
export function openingFailure(error: unknown): 'link_refused' | 'order_expired' | 'service_unreachable' {
  if (!(error instanceof ServiceError)) return 'service_unreachable';
  if (error.code === 'SESSION_EXPIRED' || error.code === 'ORDER_EXPIRED') return 'order_expired';
  const refusals: readonly ErrorName[] = [
    'SESSION_INVALID',
    'ORDER_NOT_FOUND',
    'NOT_FOUND',
    'INVALID_REQUEST',
  ];
  return refusals.includes(error.code) ? 'link_refused' : 'service_unreachable';
}
