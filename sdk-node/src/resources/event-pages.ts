import type {
  EventListResult as EventListAnswer,
  EventListQuery,
  LoggedEvent as LoggedEventAnswer,
} from '@kassa/contracts';
import type { CallOptions } from '../request/gateway-client.ts';
import type { Page, Paged } from '../request/paging.ts';
import type { Moment } from '../request/signed-query.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';

/** Which events `events.list` lists; without any member, all that are kept. */
export type EventListParams = Omit<EventListQuery, 'since' | 'limit'> & {
  /** Only events that were logged at this moment or later. */
  since?: Moment | undefined;
  /** Events a page, 1 to 100; 50 unless given. */
  limit?: number | undefined;
};

/** An event of the log with its deliveries. `event` is what a webhook brings. */
export type LoggedEvent = Omit<LoggedEventAnswer, 'event'> & { event: WebhookEvent };

/** A page of the event log. */
export type EventListResult = Omit<EventListAnswer, 'events'> & {
  /** Oldest first; none older than 30 days. */
  events: LoggedEvent[];
};

/**
 * A page of the event log, oldest first. Where to begin when looking again later, `events.follow` knows; by
 * hand it is `resume_after` of the first page of a look whose `resume_after` is not its `next`.
 */
export type EventPage = Page<EventListResult, LoggedEvent>;

/** How the log is listed: `list` of `Events`. */
export type ListEvents = (params: EventListParams, options: CallOptions) => Paged<EventPage, LoggedEvent>;
