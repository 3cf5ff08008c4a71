import type { EventPage, Kassa, WebhookEvent } from '../../index.ts';

/** The result of polling the event log from a position. */
export interface LogReading {
  /** All listed events, in log order. */
  readonly events: readonly WebhookEvent[];
  /** Where the next poll starts. */
  readonly resumeAfter: string | null;
  /** Whether the log was read to its end. False if `enough` ended the poll before. */
  readonly isWhole: boolean;
}

const PAGE_SIZE = 100;
/** The timeout of a poll. The next poll follows soon, and a longer timeout would only hide that the gateway is slow. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the event log from a position to its end.
 *
 * Events can enter the log late, before events that are already listed. Each page's `resume_after` stays before the place where
 * a late event can still appear. A later page's `resume_after` could skip a late event of an earlier page. So the first page
 * that can still gain events gives the position for the next poll.
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
