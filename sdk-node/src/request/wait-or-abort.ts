import { setTimeout as wait } from 'node:timers/promises';

/** Ends early, and quietly, when the signal aborts: whoever waits looks at the signal itself. */
export async function waitOrAbort(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
