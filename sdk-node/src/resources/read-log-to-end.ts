import type { EventPage, LoggedEvent } from './event-pages.ts';

/** One page of a poll of the event log, with the position at which the next poll must start. */
export interface LogPart {
  /** The page's events. `resumeAfter` is the position to resume from once this event and all earlier ones are handled. */
  readonly entries: readonly { readonly logged: LoggedEvent; readonly resumeAfter: string | null }[];
  /** The position to resume from once the whole page is handled; null means the start of the log. */
  readonly resumeAfter: string | null;
  /** Whether this page and all earlier ones are complete, so that no late event can still appear in them. */
  readonly isSettled: boolean;
}

/**
 * Reads the event log from a page to its end.
 *
 * Events can enter the log late, before events that are already listed. Each page's `resume_after` stays before the place where
 * a late event can still appear. A later page's `resume_after` could skip a late event of an earlier page. So the first page
 * that can still gain events gives the position for the next poll.
 *
 * @param place where the poll started
 */
export async function* readLogToEnd(
  firstPage: EventPage,
  place: string | null,
): AsyncGenerator<LogPart, void, undefined> {
  let resumeAfter = place;
  let isSettled = true;
  for (let page: EventPage | null = firstPage; page !== null; page = await page.nextPage()) {
    const { events, next, resume_after } = page;
    let reached = resumeAfter;
    const settledCount = isSettled ? 1 + events.findIndex(({ event }) => event.event_id === resume_after) : 0;
    if (isSettled) resumeAfter = resume_after ?? resumeAfter;
    isSettled &&= next !== null && resume_after === next;
    const entries = events.map((logged, index) => {
      if (index < settledCount) reached = logged.event.event_id;
      return { logged, resumeAfter: index === events.length - 1 ? resumeAfter : reached };
    });
    yield { entries, resumeAfter, isSettled };
  }
}
