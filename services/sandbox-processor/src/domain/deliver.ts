import type { Payment } from './payment.ts';
import { afterFailedTry, type PendingCallback } from './pending-callback.ts';
import { earliest } from './timing.ts';

/** The oldest callback whose time has come. */
export function dueCallback(payment: Payment, now: Date): PendingCallback | null {
  return payment.callbacks.find(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now) ?? null;
}

/** The next time at which a callback becomes due that is not due now. */
export function nextCallbackAfter(payment: Payment, now: Date): Date | null {
  return earliest(
    payment.callbacks.map(({ nextTryAt }) => (nextTryAt !== null && nextTryAt > now ? nextTryAt : null)),
  );
}

/** Takes an acknowledged callback away; gives a failed one its next time. Null when it is gone already. */
export function recordDelivery(
  payment: Payment,
  callbackId: string,
  acknowledged: boolean,
  now: Date,
): Payment | null {
  const sent = payment.callbacks.find(({ id }) => id === callbackId);
  if (sent === undefined) return null;
  if (acknowledged) {
    const callbacks = payment.callbacks.filter(({ id }) => id !== callbackId);
    return { ...payment, callbacks, lastCallback: { id: sent.id, body: sent.body } };
  }
  const callbacks = payment.callbacks.map((callback) =>
    callback.id === callbackId ? afterFailedTry(callback, now) : callback,
  );
  return { ...payment, callbacks };
}
