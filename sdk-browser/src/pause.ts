import { abortable, abortedBy } from './abortable.ts';

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * The pause before a retry. It grows with the number of failures, from half a second to fifteen seconds. Up to a quarter is
 * subtracted at random, so that many pages do not all retry at once.
 */
export function backoffMs(failures: number): number {
  const fullMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
  return fullMs * (1 - Math.random() / 4);
}

/** Waits for the given time, or until the network returns or the page becomes visible again. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  const over = abortedBy(signal);
  const waiting = new Promise<void>((resolve) => {
    const wake = () => resolve(over.abort());
    const timer = setTimeout(wake, durationMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    globalThis.window?.addEventListener('online', wake, over);
    globalThis.document?.addEventListener('visibilitychange', wake, over);
  });
  return abortable(waiting, signal);
}
