import { setTimeout as wait } from 'node:timers/promises';

/** Ends early without an error when the signal aborts; the caller checks the signal itself. */
export async function waitOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
