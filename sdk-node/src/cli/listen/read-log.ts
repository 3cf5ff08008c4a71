import type { EventPage, Kassa, WebhookEvent } from '../../index.ts';

/** A look at the log from a place on. */
export interface LogReading {
  /** Everything that was listed, in the order of the log. */
  readonly events: readonly WebhookEvent[];
  /** Where the next look begins. */
  readonly resumeAfter: string | null;
  /** Whether it was read to its end; it is not when `enough` said so. */
  readonly isWhole: boolean;
}

const PAGE_SIZE = 100;
/** A look is repeated soon; waiting long for one would only hide that the gateway is slow. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the log from a place to its end.
 *
 * An event can appear late among those before it. Each page's `resume_after` stays behind what was
 * not settled when that page was read; a later page's could lie beyond something that has appeared, meanwhile,
 * in a page that was read before. So the first page that was not all settled says where to go on.
 *
 * @param enough told how many were read; true ends the look after the page
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
