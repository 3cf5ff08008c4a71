import { eventIdOf } from '../domain/order-identifiers.ts';
import type { PaymentOrder } from '../domain/payment-order.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { OrderRepository } from '../ports/order-repository.ts';
import type { BackgroundWork } from './background-work.ts';
import type { DeliverWebhooks } from './deliver-webhooks.ts';
import { webhookEventOf } from './webhook-event-body.ts';

/**
 * Copies an order's events from the order into the event log and takes them out of the order. An event
 * was written together with the change it tells of, so none is lost; its ID is derived, so copying twice
 * makes one.
 */
export class RelayEvents {
  readonly #orders: OrderRepository;
  readonly #events: EventLog;
  readonly #deliver: DeliverWebhooks;
  readonly #background: BackgroundWork;
  readonly #clock: Clock;

  constructor(deps: {
    orders: OrderRepository;
    events: EventLog;
    deliver: DeliverWebhooks;
    background: BackgroundWork;
    clock: Clock;
  }) {
    this.#orders = deps.orders;
    this.#events = deps.events;
    this.#deliver = deps.deliver;
    this.#background = deps.background;
    this.#clock = deps.clock;
  }

  /** Relays and delivers without keeping the caller. */
  relaySoon(order: PaymentOrder): void {
    this.#background.start('relay-events', () => this.relay(order));
  }

  async relay(order: PaymentOrder): Promise<void> {
    // One after the other: a later event must never be in the log without the ones before it.
    for (const event of order.outbox) {
      await this.#events.append({
        eventId: eventIdOf(order.orderId, event.sequence),
        merchantId: order.merchantId,
        orderId: order.orderId,
        sequence: event.sequence,
        type: event.type,
        body: JSON.stringify(webhookEventOf(order, event)),
        createdAt: event.occurredAt,
        delivery: { state: 'pending', failures: 0, nextTryAt: this.#clock.now(), tries: [] },
      });
    }
    const last = order.outbox.at(-1);
    if (last === undefined) return;
    this.#deliver.deliverSoon(order.orderId);
    await this.#orders.forgetRelayedEvents(order, last.sequence);
  }
}
