import type { CallOptions } from '../request/gateway-client.ts';
import { waitOrAbort } from '../request/wait-or-abort.ts';
import type { EventListParams, ListEvents, LoggedEvent } from './event-pages.ts';
import { readLogToEnd } from './read-log-to-end.ts';

/**
 * Filters and the starting point for `events.follow`. Without them, it starts with the oldest event that the gateway still
 * keeps.
 */
export type EventFollowParams = Pick<EventListParams, 'since' | 'event_type'> & {
  /** `resume_after` of the last event that you handled; null or absent the first time. */
  after?: string | null | undefined;
  /** The time between two polls of the log, in milliseconds; the default is 5,000. */
  lookEveryMs?: number | undefined;
};

/** An event of the log, with the position from which to resume after handling it. */
export type FollowedEvent = LoggedEvent & {
  /**
   * The position from which to resume. Save it after you have handled the event, and pass it as `after` when you start again.
   * The position can lie before events that you have already handled, so that you miss no event that enters the log late. You
   * receive those handled events again; recognise them by `event_id`.
   */
  resume_after: string | null;
};

const PAGE_SIZE = 100;
const LOOK_EVERY_MS = 5_000;

/** Polls the log until the signal aborts. */
export async function* followEvents(
  list: ListEvents,
  params: EventFollowParams,
  options: CallOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const { after = null, lookEveryMs = LOOK_EVERY_MS, ...filter } = params;
  const { signal } = options;
  let place = after;
  /**
   * IDs of events after the resume position that the loop has already yielded. The next poll lists these events again, but they
   * must not be yielded twice.
   */
  let brought = new Set<string>();
  try {
    while (!signal?.aborted) {
      const listed = new Set<string>();
      const start = place === null ? {} : { after: place };
      const firstPage = await list({ ...filter, limit: PAGE_SIZE, ...start }, options);
      for await (const part of readLogToEnd(firstPage, place)) {
        for (const { logged, resumeAfter } of part.entries) {
          const { event_id } = logged.event;
          listed.add(event_id);
          if (!brought.has(event_id)) yield { ...logged, resume_after: resumeAfter };
          if (signal?.aborted) return;
        }
        place = part.resumeAfter;
        if (part.isSettled) listed.clear();
      }
      brought = listed;
      await waitOrAbort(lookEveryMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
