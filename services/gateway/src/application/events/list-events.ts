import type { EventType } from '@kassa/contracts';
import { numberIn, orderIdOf } from '../../domain/order/order-identifiers.ts';
import { oldestKeptAt, settledUpTo } from '../../domain/webhook/event-log-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, LogSpan } from '../../ports/event-log.ts';
import type { LoggedEvent, LogPosition } from '../../ports/logged-event.ts';
import type { OrderLookup, OrderOutboxes } from '../../ports/order-repository.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface EventListRequest {
  readonly after: string | null;
  readonly since: Date | null;
  readonly type: EventType | null;
  readonly limit: number;
}

export interface EventPage {
  readonly kind: 'listed';
  readonly events: readonly LoggedEvent[];
  /** The ID of the last event on this page if more events follow; null at the end. */
  readonly next: string | null;
  /**
   * The ID of the event after which a merchant's later poll can safely start, because no new event can enter the log before it.
   * Null if there is no such event yet.
   */
  readonly resumeAfter: string | null;
}

interface Dependencies {
  readonly events: EventLog;
  readonly orders: OrderLookup & OrderOutboxes;
  readonly clock: Clock;
}

/**
 * Lists a merchant's events in pages, sorted by the time at which they entered the log. `next` is the cursor for the next page.
 * A later poll that starts at the cursor `resumeAfter` misses no event: an event that enters the log late can appear before
 * events that were already read, but never before this cursor.
 */
export class ListEvents {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, request: EventListRequest): Promise<EventPage | Refusal> {
    const found = await this.findPosition(merchantId, request.after);
    if (found.kind === 'refused') return found;
    // Compute the limit for `resumeAfter` before reading the list. Then the list certainly contains every event that entered
    // the log before this limit.
    const settled = await this.completeUpTo(merchantId);
    const { since, type } = request;
    const keptFrom = oldestKeptAt(this.#deps.clock.now());
    const after = found.position;
    const span = { keptFrom, from: since, before: null, type, after, completeUpTo: settled };
    const page = await this.#deps.events.listOfMerchant(merchantId, span, request.limit + 1);
    const events = page.slice(0, request.limit);
    const last = events.at(-1);
    const isMore = page.length > events.length;
    const next = isMore && last !== undefined ? last.eventId : null;
    const resumeAfter =
      isMore && last !== undefined && last.loggedAt <= settled
        ? last.eventId
        : await this.#lastSettled(merchantId, span, events);
    return { kind: 'listed', events, next, resumeAfter };
  }

  /**
   * Finds the position of an event in its merchant's log, for a list that begins after this event.
   *
   * @returns the position; null if the list begins with the log's first event, because no event is given or the given event is
   * no longer kept. So a merchant who has not read the log for a month continues with the oldest event that is still kept
   */
  async findPosition(
    merchantId: string,
    eventId: string | null,
  ): Promise<{ readonly kind: 'found'; readonly position: LogPosition | null } | Refusal> {
    if (eventId === null) return { kind: 'found', position: null };
    const [event] = await this.#deps.events.find([eventId]);
    if (event?.merchantId === merchantId) return { kind: 'found', position: event };
    const isPast = event === undefined && (await this.#wasOneOf(merchantId, eventId));
    return isPast
      ? { kind: 'found', position: null }
      : refuse('INVALID_REQUEST', 'after is not an event of this merchant.', [
          { path: 'after', message: 'is not an event of this merchant' },
        ]);
  }

  async #wasOneOf(merchantId: string, eventId: string): Promise<boolean> {
    const orderId = orderIdOf(eventId);
    const order = orderId === undefined ? undefined : await findOrTombstone(this.#deps.orders, orderId);
    const sequence = numberIn(eventId);
    return order?.merchantId === merchantId && sequence !== undefined && sequence <= order.lastSequence;
  }

  /** The real time up to which a merchant's log is complete. */
  async completeUpTo(merchantId: string): Promise<Date> {
    const realNow = this.#deps.clock.realNow();
    return settledUpTo(realNow, await this.#deps.orders.unloggedSince(merchantId));
  }

  /**
   * Returns the last event, of any type, after which the merchant's next poll can safely start. If only events of the requested
   * type counted, each poll for a rare type would have to read through all later events of other types.
   *
   * @param events the events of the page; the span contains no settled event after the last settled event of the page
   */
  async #lastSettled(
    merchantId: string,
    { type, after, from, completeUpTo }: LogSpan,
    events: readonly LogPosition[],
  ): Promise<string | null> {
    const isSettled = ({ loggedAt }: LogPosition) => loggedAt <= completeUpTo;
    // A list without a type filter contains all events, so there is no need to search for a later event of another type.
    const isListed = type === null && after !== null && isSettled(after);
    const last = isListed
      ? [after, ...events].findLast(isSettled)
      : await this.#deps.events.lastOfMerchant(merchantId, completeUpTo);
    return last !== undefined && (from === null || last.loggedAt >= from) ? last.eventId : null;
  }
}
