import { expect } from 'vitest';

const TRIES = 3;

/** Holds that a call ends in time. A busy machine makes one of three late; what takes too long by itself makes each late. */
export async function endsWithin(timeMs: number, call: () => Promise<void>): Promise<void> {
  let tookMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && tookMs >= timeMs; tries += 1) {
    const startedAtMs = performance.now();
    await call();
    tookMs = performance.now() - startedAtMs;
  }
  expect(tookMs).toBeLessThan(timeMs);
}
