import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';

/** How long events are kept and can be resent: 30 days. The callbacks that led to the events are kept for the same time. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * A safety margin in seconds. The event log is treated as complete only until this long before the present time. If events
 * still wait to be copied to the log, it is treated as complete only until this long before the oldest of them began to wait.
 * The margin is needed because the clocks of two instances may differ: one may have recorded when an event began to wait, and
 * the other when the event entered the log.
 */
export const SETTLED_AFTER_SECONDS = CLOCK_SKEW_SECONDS;

/** @param now in business time */
export function oldestKeptAt(now: Date): Date {
  return addSeconds(now, -KEPT_SECONDS);
}

/**
 * Returns the real time up to which the event log is complete: no event with an earlier time can still enter it. Each event
 * waits in its order's outbox until the log has confirmed it. So the log is complete up to the time of the event that has
 * waited longest, minus a safety margin.
 *
 * @param unloggedSince since when the longest waiting event has been in an order's outbox, or null if none waits; read this
 * before reading the log
 */
export function settledUpTo(realNow: Date, unloggedSince: Date | null): Date {
  const waiting = unloggedSince === null || unloggedSince > realNow ? realNow : unloggedSince;
  return addSeconds(waiting, -SETTLED_AFTER_SECONDS);
}
