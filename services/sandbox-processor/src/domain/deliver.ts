import { afterFailedTry, type PendingCallback } from './pending-callback.ts';
import { earliest } from './timing.ts';

/** The members of a payment or a voucher that the delivery of its callbacks needs. */
export interface Reporting {
  readonly id: string;
  /**
   * The version of the payment or voucher, which grows with each change. A change is stored only if the stored version is still
   * the one on which the change was decided.
   */
  readonly version: number;
  /** Callbacks that the receiver has not acknowledged yet. They are stored together with the change that they report. */
  readonly callbacks: readonly PendingCallback[];
  /** The callback that was acknowledged last. */
  readonly lastCallback: Pick<PendingCallback, 'id' | 'body'> | null;
}

/** The oldest callback whose time has come. */
export function dueCallback({ callbacks }: Reporting, now: Date): PendingCallback | null {
  return callbacks.find(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now) ?? null;
}

/** Returns when the next callback that is not due yet becomes due. Null if there is none. */
export function nextCallbackAfter({ callbacks }: Reporting, now: Date): Date | null {
  return earliest(
    callbacks.map(({ nextTryAt }) => (nextTryAt !== null && nextTryAt > now ? nextTryAt : null)),
  );
}

/**
 * Records the outcome of sending a callback: an acknowledged callback is removed, and a failed one gets its next try. Returns
 * null if the callback was already removed.
 */
export function recordDelivery<Subject extends Reporting>(
  subject: Subject,
  callbackId: string,
  acknowledged: boolean,
  now: Date,
): Subject | null {
  const sent = subject.callbacks.find(({ id }) => id === callbackId);
  if (sent === undefined) return null;
  if (acknowledged) {
    const callbacks = subject.callbacks.filter(({ id }) => id !== callbackId);
    return { ...subject, callbacks, lastCallback: { id: sent.id, body: sent.body } };
  }
  const callbacks = subject.callbacks.map((callback) =>
    callback.id === callbackId ? afterFailedTry(callback, now) : callback,
  );
  return { ...subject, callbacks };
}

/**
 * Plans to send the last acknowledged callback once more, with its ID and body unchanged. Returns a reason if that is
 * impossible.
 */
export function repeatedCallback(
  { callbacks, lastCallback }: Reporting,
  now: Date,
): { readonly callbacks: readonly PendingCallback[] } | { readonly reason: string } {
  if (lastCallback === null) return { reason: 'No callback was acknowledged yet.' };
  if (callbacks.some(({ id }) => id === lastCallback.id))
    return { reason: 'The callback is being repeated already.' };
  return { callbacks: [...callbacks, { ...lastCallback, tries: 0, nextTryAt: now }] };
}
