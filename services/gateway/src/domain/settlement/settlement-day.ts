import { addSeconds } from '../add-seconds.ts';
import type { TimeSpan } from '../time-span.ts';

/** A day in settlement reports and reconciliations: from midnight to midnight, UTC. */
export interface SettlementDay extends TimeSpan {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether the day's settlement report is final, because nothing can be added to it any more. */
  readonly isFinal: boolean;
}

export type SettlementDayReading =
  | { readonly kind: 'read'; readonly day: SettlementDay }
  | { readonly kind: 'refused'; readonly reason: 'no_such_day' | 'not_begun' };

const DAY_SECONDS = 24 * 60 * 60;

/**
 * How long a movement of money can still be added to a day after the day has ended. A change that was decided just before
 * midnight is written a little later, and the instances' clocks differ. Five minutes are far more than is needed.
 */
const FINAL_AFTER_SECONDS = 5 * 60;

/** Returns when the settlement report of the day that contains the given time becomes final. */
export function dayIsFinalAt(moment: Date): Date {
  const dayMs = DAY_SECONDS * 1000;
  const endsAt = new Date((Math.floor(moment.getTime() / dayMs) + 1) * dayMs);
  return addSeconds(endsAt, FINAL_AFTER_SECONDS);
}

/** @param date `YYYY-MM-DD`, in the Gregorian calendar */
export function readSettlementDay(date: string, now: Date): SettlementDayReading {
  const from = new Date(`${date}T00:00:00.000Z`);
  // Refuse dates that do not exist. JavaScript's `Date` reads 30 February as 2 March, so compare the date that it has read with
  // the given one.
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(`${date}T`)) {
    return { kind: 'refused', reason: 'no_such_day' };
  }
  if (from > now) return { kind: 'refused', reason: 'not_begun' };
  const before = addSeconds(from, DAY_SECONDS);
  const isFinal = now >= dayIsFinalAt(from);
  return { kind: 'read', day: { date, from, before, isFinal } };
}
