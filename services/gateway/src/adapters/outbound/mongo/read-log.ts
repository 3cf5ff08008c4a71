import type { Model, QueryFilter } from 'mongoose';
import type { LoggedEvent } from '../../../ports/logged-event.ts';
import { type EventDocument, listByPosition } from './event-documents.ts';
import { type OpenSpan, readInSpans, within } from './read-in-spans.ts';

const FIRST_SPAN_MS = 60 * 1000;
/** A time that is at least as long as the gateway keeps events. */
const LONGEST_SPAN_MS = 30 * 24 * 60 * 60 * 1000;

/** Reads a merchant's events in a part of the log, one span of time after the other. */
export function readLog(
  model: Model<EventDocument>,
  merchantId: string,
  {
    others = {},
    completeUpTo,
    ...log
  }: OpenSpan & { others?: QueryFilter<EventDocument>; completeUpTo: Date },
  direction: 1 | -1,
  limit: number,
): Promise<readonly LoggedEvent[]> {
  const settings = {
    direction: direction === 1 ? 'oldest_first' : 'newest_first',
    firstSpanMs: FIRST_SPAN_MS,
    longestSpanMs: LONGEST_SPAN_MS,
    completeUpTo,
  } as const;
  return readInSpans(log, settings, limit, (span, most) =>
    listByPosition(model, { ...others, merchantId, loggedAt: within(span) }, direction, most),
  );
}
