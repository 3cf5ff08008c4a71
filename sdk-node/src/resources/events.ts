import type {
  EventListResult as EventListAnswer,
  EventListQuery,
  EventResendResult,
  EventType,
  LoggedEvent as LoggedEventAnswer,
} from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { iterable, type Page, type Paged, placeBehind, readPages } from '../request/paging.ts';
import { postRequest } from '../request/post-request.ts';
import { type Moment, momentText, pathWithQuery } from '../request/signed-query.ts';
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

/** A page of the event log, oldest first. `resume_after` is where to begin when looking again later. */
export type EventPage = Page<EventListResult, LoggedEvent>;

/** Up to 100 events by their ID. */
export interface ResendByIds {
  readonly event_ids: readonly string[];
}

/** What was logged in a span of time. */
export interface ResendBySpan {
  /** Events that were logged at this moment or later. */
  readonly since: Moment;
  /** Events that were logged before this moment. */
  readonly until: Moment;
  readonly event_type?: EventType | undefined;
  /** `next` of the call before, to go on in the span. */
  readonly after?: string | undefined;
}

/** Which events are to be sent again. */
export type EventResendParams = ResendByIds | ResendBySpan;

/** The durable event log: what webhooks brought, or should have. */
export class Events {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Lists the events of the last 30 days, oldest first. `await` gives the first page, `for await` every
   * event to the end. To follow the log, keep `resume_after` of the last page, begin behind it the next time,
   * and recognise by `event_id` what comes again: an event can appear up to 40 s late.
   *
   * @param options hold for each page
   * @throws {InvalidRequestError} when a member is wrong or `after` is no event of this merchant
   */
  list(params: EventListParams = {}, options?: CallOptions): Paged<EventPage, LoggedEvent> {
    return readPages({
      read: async (after = params.after) => {
        const since = momentText('since', params.since);
        const path = pathWithQuery('/api/merchant/event/list', { ...params, since, after });
        return (await this.#gateway.send({ method: 'GET', path }, options)) as EventListResult;
      },
      itemsOf: ({ events }) => events,
    });
  }

  /**
   * Sends events to the webhook address again, with the same `webhook-id`. By IDs it is all of them or none.
   * A span is worked through by up to 500 events a call: `await` makes the first, `for await` as many as it
   * takes, and gives the result of each.
   *
   * It is not repeated when its outcome is unknown (`outcomeUnknown`): events could go out twice.
   *
   * @throws {NotFoundError} EVENT_NOT_FOUND, and none is sent; `fields` names the unknown ones
   */
  resend(params: EventResendParams, options?: CallOptions): Paged<EventResendResult, EventResendResult> {
    const resend = (after?: string) => this.#resend(params, after, options);
    return iterable(resend(), async function* (first) {
      yield first;
      for (
        let next = placeBehind(('after' in params) ? params.after : undefined, first.next);
        next !== null;
      ) {
        const result = await resend(next);
        yield result;
        next = placeBehind(next, result.next);
      }
    });
  }

  async #resend(
    params: EventResendParams,
    after: string | undefined,
    options: CallOptions | undefined,
  ): Promise<EventResendResult> {
    const body =
      'event_ids' in params
        ? params
        : {
            ...params,
            since: momentText('since', params.since),
            until: momentText('until', params.until),
            after: after ?? params.after,
          };
    const request = postRequest('/api/merchant/event/resend', body, { kind: 'may_apply_twice' });
    return (await this.#gateway.send(request, options)) as EventResendResult;
  }
}
