import { setTimeout as wait } from 'node:timers/promises';

/** Waits, but returns early without an error when the signal aborts. The caller checks the signal itself. */
export async function waitOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
