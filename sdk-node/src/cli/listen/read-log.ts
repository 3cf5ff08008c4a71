import type { EventPage, Kassa, WebhookEvent } from '../../index.ts';

/** The result of polling the event log from a position. */
export interface LogReading {
  /** All listed events, in log order. */
  readonly events: readonly WebhookEvent[];
  /** Where the next poll starts. */
  readonly resumeAfter: string | null;
  /** Whether the poll read the event log to its end. It is false if the caller stopped the poll before. */
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
 * An event can enter the log late, and then stands before events that were already read. The next poll must start early enough
 * to find it. Each page has a `resume_after` that is early enough for the events of that page, but not for those of earlier
 * pages. So the first page to which late events can still be added gives the position for the next poll.
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
