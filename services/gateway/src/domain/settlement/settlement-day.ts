import { addSeconds } from '../add-seconds.ts';
import type { TimeSpan } from '../time-span.ts';

/** A day of the books, as reports and reconciliations take it: from midnight to midnight, UTC. */
export interface SettlementDay extends TimeSpan {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether no money can be added to it any more. */
  readonly isFinal: boolean;
}

export type SettlementDayReading =
  | { readonly kind: 'read'; readonly day: SettlementDay }
  | { readonly kind: 'refused'; readonly reason: 'no_such_day' | 'not_begun' };

const DAY_SECONDS = 24 * 60 * 60;

/**
 * What is decided just before midnight is written a little later: a write is waited for, the clocks of
 * several instances differ. Minutes are far more than that takes.
 */
const FINAL_AFTER_SECONDS = 5 * 60;

/** @param date `YYYY-MM-DD`, of the Gregorian calendar */
export function readSettlementDay(date: string, now: Date): SettlementDayReading {
  const from = new Date(`${date}T00:00:00.000Z`);
  // The clock's own calendar takes 30 February for 2 March.
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(`${date}T`)) {
    return { kind: 'refused', reason: 'no_such_day' };
  }
  if (from > now) return { kind: 'refused', reason: 'not_begun' };
  const before = addSeconds(from, DAY_SECONDS);
  const isFinal = now >= addSeconds(before, FINAL_AFTER_SECONDS);
  return { kind: 'read', day: { date, from, before, isFinal } };
}
