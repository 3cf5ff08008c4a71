import { setTimeout as delay } from 'node:timers/promises';

const DAY_MS = 86_400_000;

/** Waits for the next day (UTC) if this one ends too soon for a test whose payments must share a day. */
export async function untilTheDayHas(seconds: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < seconds * 1000) await delay(leftMs);
}
