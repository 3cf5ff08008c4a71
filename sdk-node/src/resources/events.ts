import type { EventResendResult, EventType } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { iterable, type Paged, placeBehind, readPages } from '../request/paging.ts';
import { postRequest } from '../request/post-request.ts';
import { type Moment, momentText, pathWithQuery } from '../request/signed-query.ts';
import type { EventListParams, EventListResult, EventPage, LoggedEvent } from './event-pages.ts';
import { type EventFollowParams, type FollowedEvent, followEvents } from './follow-events.ts';

export type { EventResendResult } from '@kassa/contracts';

/** Up to 100 events by their ID. */
export interface ResendByIds {
  readonly event_ids: readonly string[];
}

/** All events logged in a time span. */
export interface ResendBySpan {
  /** Events logged at this time or later. */
  readonly since: Moment;
  /** Events logged before this time. */
  readonly until: Moment;
  readonly event_type?: EventType | undefined;
  /**
   * The `next` from the answer to the previous call. With it, this call continues in the same time span, after the events that
   * were already resent.
   */
  readonly after?: string | undefined;
}

/** The events to resend. */
export type EventResendParams = ResendByIds | ResendBySpan;

/** The durable event log. It holds every event, whether or not its webhook arrived. */
export class Events {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Lists the events of the last 30 days, oldest first. `await` gives the first page, `for await` every event to the end. To
   * keep up with new events, use `follow`, because events can enter the log late.
   *
   * @param options settings of each page's request
   * @throws {InvalidRequestError} when a member is wrong or `after` is not an event of this merchant
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
   * Yields every event that the gateway still keeps, and then every new one: each once, oldest first, including events that
   * enter the log late. It polls the log until the signal aborts, which does not throw an error.
   *
   * After you have handled an event, save its `resume_after`, and start there after a restart. You then receive some events
   * again; recognise them by `event_id`.
   *
   * @param options settings of each page's request
   * @throws {InvalidRequestError} when a member is wrong or `after` is not an event of this merchant
   * @throws {KassaError} when a poll fails even after retries; resume from your saved position
   */
  follow(params: EventFollowParams = {}, options: CallOptions = {}): AsyncIterable<FollowedEvent> {
    return followEvents((...listing) => this.list(...listing), params, options);
  }

  /**
   * Resends events to the webhook address, with their original `webhook-id`. If you name IDs, either all of these events are
   * resent or none. If you name a time span, each call resends up to 500 events: `await` makes the first call; `for await`
   * makes as many calls as needed and yields each result.
   *
   * If the outcome of a call is unknown (`outcomeUnknown`), the SDK does not retry it, because events could be sent twice.
   *
   * @throws {NotFoundError} EVENT_NOT_FOUND, and no event is resent; `fields` names the unknown IDs
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
