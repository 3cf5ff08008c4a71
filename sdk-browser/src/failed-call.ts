import type { ErrorName } from '@kassa/contracts';
import { ConnectionError, ServiceError } from './checkout-errors.ts';

/** What a failed call tells about the order. Each question is answered from the error's name alone. */

/** The call may be repeated in the background: the fault goes away without anybody's decision. */
export function passesByItself(error: unknown): boolean {
  return mayHaveArrived(error) || isOneOf(error, ['RATE_LIMITED']);
}

/** It is not known whether the service acted on the call. */
export function mayHaveArrived(error: unknown): boolean {
  return error instanceof ConnectionError || isOneOf(error, ['UNAVAILABLE', 'INTERNAL_ERROR']);
}

/** The order is not where this page thought it was, as after a payment in another tab: ask for its status. */
export function orderHasMoved(error: unknown): boolean {
  return (
    saysExpired(error) ||
    isOneOf(error, ['ORDER_ALREADY_PAID', 'PAYMENT_IN_PROGRESS', 'PAYMENT_NOT_INITIALISED'])
  );
}

export function saysExpired(error: unknown): boolean {
  return isOneOf(error, ['SESSION_EXPIRED', 'ORDER_EXPIRED']);
}

function isOneOf(error: unknown, codes: readonly ErrorName[]): boolean {
  return error instanceof ServiceError && codes.includes(error.code);
}
