import { type Model, type QueryFilter, trusted } from 'mongoose';
import type { LoggedEvent } from '../../../ports/logged-event.ts';
import { inDatabase } from './database-errors.ts';
import { type EventDocument, listByPosition } from './event-documents.ts';
import { type OpenSpan, within } from './open-span.ts';
import { readInSpans } from './read-in-spans.ts';
import type { ListKey } from './read-long-span.ts';

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
  const inSpan = (span: OpenSpan) => ({ ...others, merchantId, loggedAt: within(span) });
  return readInSpans(log, settings, limit, {
    read: (span, most) => listByPosition(model, inSpan(span), direction, most),
    keys: {
      keysIn: (span, most) => keysOf(model, inSpan(span), most),
      withIds: (ids) => listByPosition(model, { _id: trusted({ $in: [...ids] }) }, direction, ids.length),
    },
  });
}

/**
 * Returns the positions of at most so many events, in any order. The search must return them in one batch: for a further batch,
 * DocumentDB would repeat the search, and could miss an event that a delivery has written meanwhile.
 */
function keysOf(
  model: Model<EventDocument>,
  filter: QueryFilter<EventDocument>,
  most: number,
): Promise<readonly ListKey[]> {
  return inDatabase(async () => {
    const found = await model
      .find(filter, { loggedAt: 1 })
      .limit(most)
      .batchSize(most)
      .lean<Pick<EventDocument, '_id' | 'loggedAt'>[]>();
    return found.map(({ _id: id, loggedAt: at }) => ({ id, at }));
  });
}
