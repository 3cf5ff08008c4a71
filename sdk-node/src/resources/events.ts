import type { EventResendResult, EventType } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { iterable, type Paged, placeBehind, readPages } from '../request/paging.ts';
import { postRequest } from '../request/post-request.ts';
import { type Moment, momentText, pathWithQuery } from '../request/signed-query.ts';
import type { EventListParams, EventListResult, EventPage, LoggedEvent } from './event-pages.ts';
import { type EventFollowParams, type FollowedEvent, followEvents } from './follow-events.ts';

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
   * event to the end. To follow the log, use `follow`: an event can appear late among those before it.
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
   * Follows the log: every event that is kept and every new one, each once, oldest first, also those that
   * appear late among others. It looks again and again until the signal ends it, which is no error.
   *
   * Keep an event's `resume_after` when you have dealt with it, and begin there after a restart. What is not
   * surely complete by then comes again: recognise it by `event_id`.
   *
   * @param options hold for each page
   * @throws {InvalidRequestError} when a member is wrong or `after` is no event of this merchant
   * @throws {KassaError} when a look fails and repeating it does not help; begin again where you are
   */
  follow(params: EventFollowParams = {}, options: CallOptions = {}): AsyncIterable<FollowedEvent> {
    return followEvents((...listing) => this.list(...listing), params, options);
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
