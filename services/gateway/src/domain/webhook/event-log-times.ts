import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';

/**
 * Events are kept, and can be resent, for 30 days; the callbacks that led to them are kept as
 * long.
 */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** One instance records that an event waits, and another records when the log takes it, each by its own clock. */
export const SETTLED_AFTER_SECONDS = CLOCK_SKEW_SECONDS;

/** @param now in business time */
export function oldestKeptAt(now: Date): Date {
  return addSeconds(now, -KEPT_SECONDS);
}

/**
 * Returns the moment, in the log's real time, up to which no further event can appear, however long an insert
 * takes. An event stays in its order's outbox from before its logging until the log has confirmed it.
 *
 * @param unloggedSince since when an event has waited in an order; retrieve this before reading the log
 */
export function settledUpTo(realNow: Date, unloggedSince: Date | null): Date {
  const waiting = unloggedSince === null || unloggedSince > realNow ? realNow : unloggedSince;
  return addSeconds(waiting, -SETTLED_AFTER_SECONDS);
}
