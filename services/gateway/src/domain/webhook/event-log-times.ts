import { addSeconds } from '../order/schedule.ts';

/**
 * Events are kept, and can be sent again, for 30 days (decisions, sections 9 and 10); the callbacks that led
 * to them are kept as long.
 */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * An event can appear in the log this long after the moment it is logged under: its insert is waited for
 * 15 s, and its connection lives 20 s; the rest is for the clocks of several instances.
 */
export const SETTLED_AFTER_SECONDS = 40;

/** @param now in business time */
export function oldestKeptAt(now: Date): Date {
  return addSeconds(now, -KEPT_SECONDS);
}

/** Up to this moment of the log, which runs on real time, nothing can appear any more. */
export function settledUpTo(realNow: Date): Date {
  return addSeconds(realNow, -SETTLED_AFTER_SECONDS);
}
