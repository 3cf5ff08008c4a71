import type { EventPage, Kassa, WebhookEvent } from '../../index.ts';

/** The result of a poll of the log from a position. */
export interface LogReading {
  /** All listed events, in log order. */
  readonly events: readonly WebhookEvent[];
  /** Where the next poll starts. */
  readonly resumeAfter: string | null;
  /** Whether the log was read to its end; false if `enough` stopped it. */
  readonly isWhole: boolean;
}

const PAGE_SIZE = 100;
/** The next poll comes soon; a long timeout would only hide a slow gateway. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the log from a position to its end.
 *
 * Events can enter the log late. Each page's `resume_after` stays behind the events that were unsettled when that page
 * was read. A later page's value could skip an event that has meanwhile entered an earlier page. So the first page that
 * was not fully settled gives the position to resume from.
 *
 * @param enough receives the number of events read so far; returning true ends the poll after the page
 */
export async function readLog(
  kassa: Kassa,
  place: { readonly since: string; readonly resumeAfter: string | null },
  enough: (events: readonly WebhookEvent[]) => boolean,
  signal: AbortSignal,
): Promise<LogReading> {
  const events: WebhookEvent[] = [];
  let { resumeAfter } = place;
  let isSettled = true;
  const { since } = place;
  const start = resumeAfter === null ? {} : { after: resumeAfter };
  let page: EventPage | null = await kassa.events.list(
    { since, limit: PAGE_SIZE, ...start },
    { signal, timeoutMs: TIMEOUT_MS },
  );
  while (page !== null) {
    events.push(...page.events.map(({ event }) => event));
    if (isSettled) resumeAfter = page.resume_after ?? resumeAfter;
    isSettled &&= page.next !== null && page.resume_after === page.next;
    if (page.next !== null && enough(events)) return { events, resumeAfter, isWhole: false };
    page = await page.nextPage();
  }
  return { events, resumeAfter, isWhole: true };
}
