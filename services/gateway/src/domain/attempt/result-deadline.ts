import { addSeconds } from '../add-seconds.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import type { PaymentAttempt } from './payment-attempt.ts';

/**
 * How long the gateway waits for the overdue result of an attempt, unless the deployment sets another time. The gateway must
 * not close an order just because the channel does not answer: the channel may report the payment hours later.
 */
export const DEFAULT_RESULT_PATIENCE_SECONDS = 48 * 60 * 60;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Returns the time by which an attempt's result is expected. This is the end of the order's validity or, for a method that
 * always takes days, the method's own deadline. After this time, the gateway cancels the attempt at its channel.
 */
export function resultIsExpectedBy(
  { expiresAt }: Pick<PaymentOrder, 'expiresAt'>,
  { submittedAt, opening }: Pick<PaymentAttempt, 'submittedAt' | 'opening'>,
): Date {
  const days = opening?.resultWithinDays;
  if (submittedAt === null || days === undefined) return expiresAt;
  return later(expiresAt, addSeconds(submittedAt, days * DAY_SECONDS));
}

/**
 * Returns the time until which the gateway waits for the channel to say how an attempt has ended. Afterwards, an operator has
 * to ask the channel. The wait starts when the result was expected or when the cancellation was requested, whichever is later.
 */
export function patienceEndsAt(order: PaymentOrder, attempt: PaymentAttempt): Date {
  const expectedBy = resultIsExpectedBy(order, attempt);
  const since = later(expectedBy, attempt.cancellation?.requestedAt ?? expectedBy);
  return addSeconds(since, order.resultPatienceSeconds ?? DEFAULT_RESULT_PATIENCE_SECONDS);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
