import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

/** Waits until a condition is true. If that takes too long, the error names the condition. */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  timeoutMs: number,
): Promise<Found> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Waits for a promise, but rejects if it takes longer than the given time. */
export async function within<Result>(
  what: string,
  timeoutMs: number,
  work: Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`took longer than ${timeoutMs / 1000} s: ${what}`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
