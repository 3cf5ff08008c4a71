import type { CallOptions } from '../request/gateway-client.ts';
import { waitOrAbort } from '../request/wait-or-abort.ts';
import type { EventListParams, ListEvents, LoggedEvent } from './event-pages.ts';
import { readLogToEnd } from './read-log-to-end.ts';

/** Which events `events.follow` brings, and from where on; without any member, all that are kept. */
export type EventFollowParams = Pick<EventListParams, 'since' | 'event_type'> & {
  /** `resume_after` of the event that was dealt with last; null or absent at the beginning. */
  after?: string | null | undefined;
  /** Milliseconds between two looks at the log; 5,000 unless given. */
  lookEveryMs?: number | undefined;
};

/** An event of the log, and where to begin the next time once it is dealt with. */
export type FollowedEvent = LoggedEvent & {
  /**
   * Keep it when this event is dealt with, and send it as `after` when you begin again. It stays behind what
   * can still appear late, so some events come again then: recognise them by `event_id`.
   */
  resume_after: string | null;
};

const PAGE_SIZE = 100;
const LOOK_EVERY_MS = 5_000;

/** Looks at the log again and again, until the signal ends it. */
export async function* followEvents(
  list: ListEvents,
  params: EventFollowParams,
  options: CallOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const { after = null, lookEveryMs = LOOK_EVERY_MS, ...filter } = params;
  const { signal } = options;
  let place = after;
  /** IDs behind the place: the next look lists them again. */
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
