import type { TimeSpan } from '../time-span.ts';
import { dayOf } from './due-days.ts';
import type { OwnEntry } from './own-entry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A search for missing entries reads a channel's books in periods of three days. The first period consists of the compared day,
 * the day before and the day after.
 */
const PERIOD_MS = 3 * DAY_MS;

/**
 * Returns the period of a day, the day before and the day after. The gateway and the channel often book an entry on different
 * sides of midnight.
 */
export function periodAround({ from, before }: TimeSpan): TimeSpan {
  return { from: new Date(from.getTime() - DAY_MS), before: new Date(before.getTime() + DAY_MS) };
}

export function periodAfter(from: Date, now: Date): TimeSpan {
  return { from, before: new Date(Math.min(from.getTime() + PERIOD_MS, now.getTime())) };
}

/**
 * Returns shorter versions of a period: without its last day, without its last two days, and so on. The search uses them if the
 * channel's books for the end of the period are not available yet.
 */
export function shortened({ from, before }: TimeSpan): readonly TimeSpan[] {
  const shorter: TimeSpan[] = [];
  for (let end = lastMidnight(before); end > from; end = lastMidnight(end))
    shorter.push({ from, before: end });
  return shorter;
}

function lastMidnight(before: Date): Date {
  return dayOf(new Date(before.getTime() - 1)).from;
}

/**
 * Returns the earliest time at which the channel can have booked an entry. The clocks of the channel and the gateway may differ
 * by up to a day.
 */
export function searchedFrom({ begunAt }: Pick<OwnEntry, 'begunAt'>): Date {
  return periodAround(dayOf(begunAt)).from;
}

/**
 * Returns the periods before `near` in which the channel can have booked the given entries, in the order in which to search
 * them.
 *
 * An entry's likely periods come first: the one in which its payment, refund or dispute began, and those in which the gateway
 * learned that its money had moved. The search takes the first likely period of each entry, then the second of each, and so on,
 * so that an entry with many likely periods does not delay the search for the others. The less likely periods follow, the
 * latest first.
 */
export function earlierPeriods(
  near: TimeSpan,
  entries: readonly Pick<OwnEntry, 'begunAt' | 'earlier'>[],
): readonly TimeSpan[] {
  const firstMs = entries.reduce(
    (first, entry) => Math.min(first, searchedFrom(entry).getTime()),
    near.from.getTime(),
  );
  const periods: TimeSpan[] = [];
  for (let before = near.from; before.getTime() > firstMs; before = new Date(before.getTime() - PERIOD_MS)) {
    periods.push({ from: new Date(before.getTime() - PERIOD_MS), before });
  }
  const likely = entries.map(({ begunAt, earlier }) => {
    const days = [begunAt, ...earlier].map((moment) => periodAround(dayOf(moment)));
    return periods.filter(({ from, before }) => days.some((day) => from < day.before && before > day.from));
  });
  return [...new Set([...inTurn(likely), ...periods])];
}

/**
 * Returns the first period of each list, then the second of each, and so on. Among periods at the same position in their lists,
 * the latest comes first.
 */
function inTurn(lists: readonly (readonly TimeSpan[])[]): readonly TimeSpan[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, index) =>
    lists
      .flatMap((list) => list.slice(index, index + 1))
      .sort((one, other) => other.from.getTime() - one.from.getTime()),
  ).flat();
}
