import type { EventPage, LoggedEvent } from './event-pages.ts';

/** One page of the event log, read during a poll. It also has the position at which the next poll must start. */
export interface LogPart {
  /** The events of the page. Each has the position from which to resume after handling it and all events before it. */
  readonly entries: readonly { readonly logged: LoggedEvent; readonly resumeAfter: string | null }[];
  /** The position from which to resume after handling the whole page; null means the start of the log. */
  readonly resumeAfter: string | null;
  /** Whether this page and all earlier ones are complete, so that no late event can still appear in them. */
  readonly isSettled: boolean;
}

/**
 * Reads the event log from a page to its end.
 *
 * An event can enter the log late. It is then placed before events that were already read, and the next poll must start early
 * enough to find it. Each page has a `resume_after` that is early enough for the events of that page, but not for those of
 * earlier pages. So the first page to which late events can still be added gives the position for the next poll.
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
