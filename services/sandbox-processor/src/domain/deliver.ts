import { afterFailedTry, type PendingCallback } from './pending-callback.ts';
import { earliest } from './timing.ts';

/** An entity whose changes are reported in callbacks. */
export interface Reporting {
  readonly id: string;
  /** Grows with each change; a write names the version on which it was decided. */
  readonly version: number;
  /** Callbacks that are not acknowledged yet. They are written together with the change that they report. */
  readonly callbacks: readonly PendingCallback[];
  /** The callback that was acknowledged last. */
  readonly lastCallback: Pick<PendingCallback, 'id' | 'body'> | null;
}

/** The oldest callback whose time has come. */
export function dueCallback({ callbacks }: Reporting, now: Date): PendingCallback | null {
  return callbacks.find(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now) ?? null;
}

/** The next time at which a callback becomes due that is not due now. */
export function nextCallbackAfter({ callbacks }: Reporting, now: Date): Date | null {
  return earliest(
    callbacks.map(({ nextTryAt }) => (nextTryAt !== null && nextTryAt > now ? nextTryAt : null)),
  );
}

/** Removes an acknowledged callback, or schedules a failed one again. Null when the callback is already gone. */
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

/** Sends the last acknowledged callback once more, with its original ID and body; or returns why it cannot. */
export function repeatedCallback(
  { callbacks, lastCallback }: Reporting,
  now: Date,
): { readonly callbacks: readonly PendingCallback[] } | { readonly reason: string } {
  if (lastCallback === null) return { reason: 'No callback was acknowledged yet.' };
  if (callbacks.some(({ id }) => id === lastCallback.id))
    return { reason: 'The callback is being repeated already.' };
  return { callbacks: [...callbacks, { ...lastCallback, tries: 0, nextTryAt: now }] };
}
