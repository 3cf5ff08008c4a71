import type {
  EventListResult as EventListAnswer,
  EventListQuery,
  LoggedEvent as LoggedEventAnswer,
} from '@kassa/contracts';
import type { CallOptions } from '../request/gateway-client.ts';
import type { Page, Paged } from '../request/paging.ts';
import type { Moment } from '../request/signed-query.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';

/** Filters for `events.list`. Without filters, it lists every event that the gateway still keeps. */
export type EventListParams = Omit<EventListQuery, 'since' | 'limit'> & {
  /** List only events that were logged at this time or later. */
  since?: Moment | undefined;
  /** The number of events per page, from 1 to 100; the default is 50. */
  limit?: number | undefined;
};

/** An event of the log with its deliveries. The member `event` is the body of the event's webhook. */
export type LoggedEvent = Omit<LoggedEventAnswer, 'event'> & { event: WebhookEvent };

/** A page of the event log. */
export type EventListResult = Omit<EventListAnswer, 'events'> & {
  /** Oldest first; none older than 30 days. */
  events: LoggedEvent[];
};

/**
 * A page of the event log, oldest event first. To receive new events, prefer `events.follow`. If you poll the log yourself,
 * take the first page whose `resume_after` differs from its `next`, and start the next poll at this `resume_after`. If you
 * start at a later position, you can miss events that enter the log late.
 */
export type EventPage = Page<EventListResult, LoggedEvent>;

/** A function that lists the event log, such as `events.list`. */
export type ListEvents = (params: EventListParams, options: CallOptions) => Paged<EventPage, LoggedEvent>;
