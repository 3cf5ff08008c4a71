import { operatorErrors } from './errors/operator-errors.ts';
import { paymentErrors } from './errors/payment-errors.ts';
import { requestErrors } from './errors/request-errors.ts';

export type { ErrorDefinition } from './errors/error-definition.ts';

/**
 * The only table of the gateway's errors. Names, codes and HTTP statuses are part of the interface: a code is never reused and
 * never changes its meaning.
 */
export const errorTable = { ...requestErrors, ...paymentErrors, ...operatorErrors } as const;

export type ErrorName = keyof typeof errorTable;

/** The names of all errors, ordered by code. */
export const errorNames: readonly ErrorName[] = (Object.keys(errorTable) as ErrorName[]).sort(
  (one, other) => errorTable[one].code - errorTable[other].code,
);

/** The errors that the Checkout API can answer with. */
export const checkoutErrorNames = [
  'INVALID_REQUEST',
  'SESSION_INVALID',
  'SESSION_EXPIRED',
  'HTTPS_REQUIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORDER_ALREADY_PAID',
  'PAYMENT_IN_PROGRESS',
  'ATTEMPT_SUPERSEDED',
  'ORDER_EXPIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYMENT_METHOD_UNAVAILABLE',
  'TOO_MANY_ATTEMPTS',
  'PAYMENT_NOT_INITIALISED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'CHANNEL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorName[];
