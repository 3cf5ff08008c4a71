import { setTimeout as wait } from 'node:timers/promises';

/** Waits for the given time or until the signal aborts. An abort throws no error, so the caller must check the signal. */
export async function waitOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
