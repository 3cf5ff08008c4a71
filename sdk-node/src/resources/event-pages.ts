import type {
  EventListResult as EventListAnswer,
  EventListQuery,
  LoggedEvent as LoggedEventAnswer,
} from '@kassa/contracts';
import type { CallOptions } from '../request/gateway-client.ts';
import type { Page, Paged } from '../request/paging.ts';
import type { Moment } from '../request/signed-query.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';

/** Filters for `events.list`; without any, it lists all kept events. */
export type EventListParams = Omit<EventListQuery, 'since' | 'limit'> & {
  /** Only events logged at this moment or later. */
  since?: Moment | undefined;
  /** Events per page, from 1 to 100; the default is 50. */
  limit?: number | undefined;
};

/** An event of the log with its deliveries. `event` is the body of its webhook. */
export type LoggedEvent = Omit<LoggedEventAnswer, 'event'> & { event: WebhookEvent };

/** A page of the event log. */
export type EventListResult = Omit<EventListAnswer, 'events'> & {
  /** Oldest first; none older than 30 days. */
  events: LoggedEvent[];
};

/**
 * A page of the event log, oldest first. To poll the log, use `events.follow`. If you poll by hand, save `resume_after`
 * from the first page where it differs from `next`; later pages can skip late events.
 */
export type EventPage = Page<EventListResult, LoggedEvent>;

/** The function that lists the log: `list` of `Events`. */
export type ListEvents = (params: EventListParams, options: CallOptions) => Paged<EventPage, LoggedEvent>;
