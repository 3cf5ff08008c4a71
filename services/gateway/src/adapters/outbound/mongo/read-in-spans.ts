import type { OpenSpan } from './open-span.ts';
import { type KeySearch, readLongSpan } from './read-long-span.ts';

/** The factor by which each span is longer than the one before it. */
const SPAN_FACTOR = 16;

export interface SpanSearch<Item> {
  /** Reads the first documents of a span. The database sorts all documents of the span. */
  read(span: OpenSpan, limit: number): Promise<readonly Item[]>;
  /**
   * The searches for reading long spans of a list that begins with the oldest document. Absent for other lists, and for lists
   * with so few documents in a span that the database can sort them.
   */
  readonly keys?: KeySearch<Item>;
}

export interface SpanSettings {
  readonly direction: 'newest_first' | 'oldest_first';
  readonly firstSpanMs: number;
  /**
   * The maximum length of a span. If a span would be longer, it contains the whole rest of the list instead, so that no list
   * needs many searches.
   */
  readonly longestSpanMs: number;
  /**
   * The time up to which the list can be read piece by piece. The part after this time is read in one search. If it were read
   * in several, a document that is stored between two searches might be missing, although a later document is found.
   */
  readonly completeUpTo: Date;
  /**
   * The time at which the page probably ends, in milliseconds: the first span ends there. Infinite if the list probably has no
   * more than one page. Only for lists that begin with the newest document.
   */
  readonly expectedEndMs?: number | undefined;
}

/**
 * Reads the beginning of a list that is sorted by time. Some databases do not use an index for sorting: they read and sort all
 * documents that match. So the gateway reads one span of time after the other, until the page is full. Each span is longer than
 * the one before, so that a quiet year does not take many searches.
 */
export async function readInSpans<Item>(
  list: OpenSpan,
  { direction, firstSpanMs, longestSpanMs, completeUpTo, expectedEndMs }: SpanSettings,
  limit: number,
  { read, keys }: SpanSearch<Item>,
): Promise<readonly Item[]> {
  const isForward = direction === 'oldest_first';
  const [start, end] = isForward ? [list.from, list.before] : [list.before, list.from];
  const sign = isForward ? 1 : -1;
  // A list without a start begins at its open end. The first span then reaches from there to shortly after the expected start.
  const completeMs = completeUpTo.getTime();
  const expectedMs = isForward ? completeMs - longestSpanMs : completeMs;
  let reachedMs = start === null ? expectedMs : sign * Math.max(sign * start.getTime(), sign * expectedMs);
  const lastMs = end?.getTime() ?? (isForward ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
  const found: Item[] = [];
  let edge = start;
  if (expectedEndMs !== undefined) reachedMs = expectedEndMs;
  let lengthMs = expectedEndMs === undefined ? firstSpanMs : 0;
  for (; ; lengthMs = Math.max(lengthMs * SPAN_FACTOR, firstSpanMs)) {
    reachedMs += sign * lengthMs;
    const isLast =
      lengthMs > longestSpanMs || sign * reachedMs >= sign * lastMs || (isForward && reachedMs >= completeMs);
    const next = isLast ? end : new Date(reachedMs);
    const span = isForward ? { from: edge, before: next } : { from: next, before: edge };
    const rest = limit - found.length;
    const isLong = isForward && lengthMs > firstSpanMs;
    found.push(
      ...(isLong && keys !== undefined
        ? await readLongSpan(span, rest, keys, (part) => read(part, rest))
        : await read(span, rest)),
    );
    if (isLast || found.length >= limit) return found;
    edge = next;
  }
}
