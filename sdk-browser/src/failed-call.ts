import type { ErrorName } from '@kassa/contracts';
import { ConnectionError, ServiceError } from './checkout-errors.ts';

/** Functions that decide, from the error of a failed call, what the page does next. */

/** Whether the fault is temporary, so that the call may be retried in the background. */
export function passesByItself(error: unknown): boolean {
  return mayHaveArrived(error) || isOneOf(error, 'RATE_LIMITED');
}

/** Whether the gateway may have acted on the call despite the failure. */
export function mayHaveArrived(error: unknown): boolean {
  return error instanceof ConnectionError || isOneOf(error, 'UNAVAILABLE', 'INTERNAL_ERROR');
}

/**
 * Whether the error shows that this page's view of the order is out of date, for example because another tab has paid. The page
 * should then ask for the status.
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
