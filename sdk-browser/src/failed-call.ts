import type { ErrorName } from '@kassa/contracts';
import { ConnectionError, ServiceError } from './checkout-errors.ts';

/** What a failed call says about the order, judged from the error's name alone. */

/** Whether the call may be retried in the background, because the fault is temporary. */
export function passesByItself(error: unknown): boolean {
  return mayHaveArrived(error) || isOneOf(error, 'RATE_LIMITED');
}

/** Whether it is unknown if the service acted on the call. */
export function mayHaveArrived(error: unknown): boolean {
  return error instanceof ConnectionError || isOneOf(error, 'UNAVAILABLE', 'INTERNAL_ERROR');
}

/**
 * Whether the order's state differs from this page's, for example after a payment in another tab; then ask for the
 * status.
 */
export function orderHasMoved(error: unknown): boolean {
  return (
    saysExpired(error) ||
    isOneOf(error, 'ORDER_ALREADY_PAID', 'PAYMENT_IN_PROGRESS', 'PAYMENT_NOT_INITIALISED')
  );
}

export function saysExpired(error: unknown): boolean {
  return isOneOf(error, 'SESSION_EXPIRED', 'ORDER_EXPIRED');
}

function isOneOf(error: unknown, ...codes: readonly ErrorName[]): boolean {
  return error instanceof ServiceError && codes.includes(error.code);
}
