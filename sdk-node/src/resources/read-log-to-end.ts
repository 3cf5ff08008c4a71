import type { EventPage, LoggedEvent } from './event-pages.ts';

/** One page of a poll of the event log, with the position at which the next poll must start. */
export interface LogPart {
  /** `resumeAfter` is the position after this event and all earlier ones are handled. */
  readonly entries: readonly { readonly logged: LoggedEvent; readonly resumeAfter: string | null }[];
  /** The position after the whole page is handled; null means to start again without a cursor. */
  readonly resumeAfter: string | null;
  /** Whether no late event can still appear among those listed so far. */
  readonly isSettled: boolean;
}

/**
 * Reads the event log from a page to its end.
 *
 * Events can enter the log late. Each page's `resume_after` stays behind the events that were unsettled when that page
 * was read. A later page's value could skip an event that has meanwhile entered an earlier page. So the first page that
 * was not fully settled gives the position to resume from.
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
