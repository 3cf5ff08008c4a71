import { numberIn, orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LogPosition } from '../../ports/logged-event.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly events: EventLog;
  readonly orders: OrderRepository;
}

/** Finds where an event stands in its merchant's log, for lists that begin behind it. */
export class FindLogPosition {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @returns a position, or null for the log's beginning, where the event was one of this merchant's and
   *   is not kept any more: a follower of a merchant that had no event for a month must not be stranded
   */
  async execute(
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
    const order = orderId === undefined ? undefined : await this.#deps.orders.find(orderId);
    const sequence = numberIn(eventId);
    return order?.merchantId === merchantId && sequence !== undefined && sequence <= order.lastSequence;
  }
}
