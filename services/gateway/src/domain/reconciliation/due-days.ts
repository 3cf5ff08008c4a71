import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';
import type { TimeSpan } from '../time-span.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const WEEK_SECONDS = 7 * DAY_SECONDS;
/**
 * How long after the end of a day the gateway can first reconcile the day. By then, even channels that are slow to close their
 * books have closed them for the day.
 */
const CLOSED_AFTER_SECONDS = 4 * HOUR_SECONDS;

/** The result and the time of a day's latest comparison. They determine when the day is compared again. */
export interface Look {
  /**
   * The result. `unavailable`: the channel's books could not be read. `not_final`: the day was not over. `pending`: the day was
   * over, but the gateway or the channel still waited for an outcome.
   */
  readonly kind: 'unavailable' | 'not_final' | 'pending' | 'settled';
  readonly at: Date;
}

/** The latest day that can be reconciled now, as `YYYY-MM-DD`. */
export function latestDueDate(now: Date): string {
  return dateOf(addSeconds(now, -CLOSED_AFTER_SECONDS - DAY_SECONDS));
}

/**
 * Returns the latest plausible time of a finished comparison: the present time plus the difference that is allowed between the
 * clocks of two instances. If a comparison has a later time, the clock of the instance that made it was too far ahead.
 */
export function latestDating(now: Date): Date {
  return addSeconds(now, CLOCK_SKEW_SECONDS);
}

/** When a day can be reconciled for the first time. */
export function firstLookAt(date: string): Date {
  return addSeconds(endOf(date), CLOSED_AFTER_SECONDS);
}

/**
 * Returns when a day is compared again; null if the latest comparison was the last one. If the channel's books were
 * unavailable, the next comparison is an hour later, or a day later once a week has passed since the compared day. If money was
 * pending, the next comparison is a day later, until that week has passed.
 *
 * If an operator compares a day before its first regular comparison, the regular comparison still takes place.
 */
export function nextLookAt(date: string, { kind, at }: Look): Date | null {
  const isOfTheWeek = at < addSeconds(endOf(date), WEEK_SECONDS);
  const first = firstLookAt(date);
  switch (kind) {
    case 'settled':
      return at < first ? first : null;
    case 'not_final':
      return first;
    case 'pending':
      if (at < first) return first;
      return isOfTheWeek ? addSeconds(at, DAY_SECONDS) : null;
    case 'unavailable': {
      const again = addSeconds(at, isOfTheWeek ? HOUR_SECONDS : DAY_SECONDS);
      return again < first ? first : again;
    }
  }
}

/**
 * Whether a comparison at this time is the last one of its day. After its last comparison, the day is not compared again, even
 * if money is still pending.
 */
export function isLastLook(date: string, at: Date): boolean {
  return nextLookAt(date, { kind: 'pending', at }) === null;
}

/** Returns the days between two dates, both included, that are missing in a given set of days. */
export function missingDates(from: string, to: string, known: ReadonlySet<string>): readonly string[] {
  const missing: string[] = [];
  for (let date = from; date <= to; date = dateOf(endOf(date))) {
    if (!known.has(date)) missing.push(date);
  }
  return missing;
}

/** The number of the hour of a moment. */
export function hourOf(moment: Date): number {
  return Math.floor(moment.getTime() / (HOUR_SECONDS * 1000));
}

export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The day of a moment. */
export function dayOf(moment: Date): TimeSpan {
  const date = dateOf(moment);
  return { from: new Date(`${date}T00:00:00.000Z`), before: endOf(date) };
}

function endOf(date: string): Date {
  return addSeconds(new Date(`${date}T00:00:00.000Z`), DAY_SECONDS);
}
