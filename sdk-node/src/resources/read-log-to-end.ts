import type { EventPage, LoggedEvent } from './event-pages.ts';

/** One page of a look at the event log, with the place at which another look has to begin. */
export interface LogPart {
  /** `resumeAfter` is the place once this event, and all that came before it, is dealt with. */
  readonly entries: readonly { readonly logged: LoggedEvent; readonly resumeAfter: string | null }[];
  /** The place once the whole part is dealt with; null: begin again without a cursor. */
  readonly resumeAfter: string | null;
  /** Whether nothing can appear any more among what this look has listed so far. */
  readonly isSettled: boolean;
}

/**
 * Reads the event log from a page to its end.
 *
 * An event can appear late among those before it. Each page's `resume_after` stays behind what was
 * not settled when that page was read; a later page's can lie beyond something that has appeared, meanwhile,
 * in a page that was read before. So the first page that was not all settled says where to go on.
 *
 * @param place where the look began
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
