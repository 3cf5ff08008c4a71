import { setTimeout as delay } from 'node:timers/promises';

const DAY_MS = 86_400_000;

/** Waits for the next day (UTC) if the present day ends too soon. For tests whose payments must all be on one day. */
export async function untilTheDayHas(seconds: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < seconds * 1000) await delay(leftMs);
}
