import type { EventPage, Kassa, WebhookEvent } from '../../index.ts';

/** The result of polling the event log from a position. */
export interface LogReading {
  /** All listed events, in log order. */
  readonly events: readonly WebhookEvent[];
  /** Where the next poll starts. */
  readonly resumeAfter: string | null;
  /** Whether the poll read the event log to its end; false if the caller stopped the poll earlier. */
  readonly isWhole: boolean;
}

const PAGE_SIZE = 100;
/**
 * Timeout of each poll of the event log. It is short, because the next poll follows soon anyway, and the user should learn
 * early that the gateway is slow.
 */
const TIMEOUT_MS = 10_000;

/**
 * Reads the event log from a position to its end.
 *
 * Events are sorted by time, so an event that enters the log late is placed before newer events that were already read. To find
 * the late event, the next poll starts at the `resume_after` of the first page that can still receive late events. A poll that
 * starts at a later page could miss it.
 *
 * @param enough receives the events read so far; if it returns true, the poll ends after the current page
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
