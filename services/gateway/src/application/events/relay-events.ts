import { eventIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { NewEvent } from '../../ports/logged-event.ts';
import type { OrderOutboxes } from '../../ports/order-repository.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { WriteTime } from '../../ports/write-time.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { DeliverWebhooks } from './deliver-webhooks.ts';
import { LoggedEvents } from './logged-events.ts';
import { webhookEventOf } from './webhook-event-body.ts';

interface Dependencies {
  readonly orders: OrderOutboxes;
  readonly events: EventLog;
  readonly deliver: DeliverWebhooks;
  readonly background: BackgroundWork;
  readonly tracing: Tracing;
}

/**
 * Relays an order's events: copies them to the event log and then removes them from the order. Each event was stored together
 * with the change that caused it, so none is lost. An event's ID is derived from its order, so copying an event twice adds it
 * only once.
 */
export class RelayEvents {
  readonly #deps: Dependencies;
  /**
   * The orders whose events this process is copying, by the order's ID. The value is a later version of the order that
   * arrived during the copying; the process copies its events next. Undefined if none has arrived.
   */
  readonly #underWay = new Map<string, PaymentOrder | undefined>();
  readonly #logged = new LoggedEvents();
  /** The callers that wait until the events of an order are copied, by the order's ID. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Copies an order's events to the event log in the background, and then delivers them. */
  relaySoon(order: PaymentOrder): void {
    this.#deps.background.start('relay-events', () => this.relay(order, 'soon'));
  }

  /**
   * Returns an order without the events that this process has copied to the event log. The next write of the order then also
   * removes these events from the outbox, and no separate write is needed.
   */
  withoutLogged(order: PaymentOrder): PaymentOrder {
    const outbox = this.#logged.others(order);
    return outbox.length === order.outbox.length ? order : { ...order, outbox };
  }

  /**
   * Copies an order's events to the event log. If this process is already copying them, waits until the copying ends, whether
   * it succeeds or fails.
   */
  async untilRelayed(order: PaymentOrder): Promise<void> {
    if (!this.#underWay.has(order.orderId)) return this.relay(order);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(order.orderId, [...(this.#waiting.get(order.orderId) ?? []), resolve]);
    await Promise.all([this.relay(order), promise]);
  }

  /** @param forgotten when the events are removed from the order: immediately, or soon, together with other writes */
  async relay(order: PaymentOrder, forgotten: WriteTime = 'at_once'): Promise<void> {
    const { orderId } = order;
    if (this.#underWay.has(orderId)) {
      const later = this.#underWay.get(orderId);
      if (later === undefined || later.version < order.version) this.#underWay.set(orderId, order);
      return;
    }
    try {
      const copied = await this.#copyWithLater(order);
      const last = copied.outbox.at(-1);
      // Removing the events is not part of the copying, so the events of a later version need not wait for the removal.
      if (last !== undefined) await this.#deps.orders.forgetRelayedEvents(copied, last.sequence, forgotten);
    } finally {
      for (const resolve of this.#waiting.get(orderId) ?? []) resolve();
      this.#waiting.delete(orderId);
    }
  }

  /**
   * Copies the events of an order, and of the later versions that arrive meanwhile. Returns the latest version whose events were
   * copied.
   */
  async #copyWithLater(order: PaymentOrder): Promise<PaymentOrder> {
    const { orderId } = order;
    this.#underWay.set(orderId, undefined);
    try {
      for (let copied = order; ; ) {
        await this.#copy(copied);
        const later = this.#underWay.get(orderId);
        if (later === undefined) return copied;
        this.#underWay.set(orderId, undefined);
        copied = later;
      }
    } finally {
      this.#underWay.delete(orderId);
    }
  }

  async #copy(order: PaymentOrder): Promise<void> {
    // Copy the events one by one. The log must never contain a later event of an order without the earlier ones.
    for (const event of this.#logged.others(order)) {
      const logged: NewEvent = {
        eventId: eventIdOf(order.orderId, event.sequence),
        merchantId: order.merchantId,
        orderId: order.orderId,
        sequence: event.sequence,
        type: event.type,
        body: JSON.stringify(webhookEventOf(order, event)),
        createdAt: event.occurredAt,
        ...(event.trace !== undefined && { trace: event.trace }),
        // The new event is leased to this process, so at first only this process sends it. If the process crashes, another one
        // sends the event after the lease has ended.
        delivery: {
          state: 'pending',
          failures: 0,
          ...this.#deps.deliver.firstLease(),
          isResent: false,
          tries: [],
        },
      };
      const outcome = await this.#append(logged);
      this.#logged.note(order.orderId, event);
      if (outcome === 'appended') this.#deps.deliver.deliverSoon(order.orderId, logged);
    }
  }

  #append(event: NewEvent): Promise<'appended' | 'known'> {
    const { events, tracing } = this.#deps;
    const { eventId, type, orderId, merchantId, trace } = event;
    const facts = { eventId, eventType: type, orderId, merchantId };
    return tracing.step({ name: 'log event', kind: 'works', facts, belongsTo: { position: trace } }, () =>
      events.append(event),
    );
  }
}
