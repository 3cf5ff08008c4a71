import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';

/**
 * Events are kept, and can be sent again, for 30 days (decisions, sections 9 and 10); the callbacks that led
 * to them are kept as long.
 */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** One instance notes that an event waits and another when the log takes it, each by its own clock. */
export const SETTLED_AFTER_SECONDS = CLOCK_SKEW_SECONDS;

/** @param now in business time */
export function oldestKeptAt(now: Date): Date {
  return addSeconds(now, -KEPT_SECONDS);
}

/**
 * Up to this moment of the log, which runs on real time, nothing can appear any more, however long an insert takes:
 * an event stands in its order before it is logged, and until the log has answered that it is there.
 *
 * @param unloggedSince since when an event has waited in an order; asked for before the log is read
 */
export function settledUpTo(realNow: Date, unloggedSince: Date | null): Date {
  const waiting = unloggedSince === null || unloggedSince > realNow ? realNow : unloggedSince;
  return addSeconds(waiting, -SETTLED_AFTER_SECONDS);
}
