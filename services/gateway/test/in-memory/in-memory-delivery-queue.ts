import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import { FAILURES_BEFORE_PASSED_BY } from '../../src/domain/webhook/order-of-events.ts';
import type { Moment } from '../../src/ports/clock.ts';
import {
  type DeliveryOutcome,
  type DeliveryQueue,
  type EventToTry,
  eachOrderOnce,
  MAX_KEPT_TRIES,
  type OrdersDue,
} from '../../src/ports/delivery-queue.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent, LogPosition } from '../../src/ports/logged-event.ts';
import { byPosition, type InMemoryEvents, isPending } from './in-memory-events.ts';

export class InMemoryDeliveryQueue implements DeliveryQueue {
  readonly #events: InMemoryEvents;

  constructor(events: InMemoryEvents) {
    this.#events = events;
  }

  async listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()]
      .filter((event) => event.orderId === orderId && isPending(event))
      .sort((left, right) => left.sequence - right.sequence);
  }

  async listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<OrdersDue> {
    const due = [...this.#events.values()]
      .filter((event) => isDue(event, at) && !exceptMerchants.includes(event.merchantId))
      .sort((left, right) => nextTryMs(left) - nextTryMs(right))
      .slice(0, limit);
    return { orders: eachOrderOnce(due), areAll: exceptMerchants.length === 0 && due.length < limit };
  }

  async firstToTry(): Promise<EventToTry | null> {
    const waiting = [...this.#events.values()].flatMap(({ eventId, orderId, delivery }) =>
      delivery.nextTryAt === null ? [] : { eventId, orderId, at: delivery.nextTryAt },
    );
    return waiting.sort((left, right) => left.at.getTime() - right.at.getTime()).at(0) ?? null;
  }

  async take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean> {
    const event = this.#events.get(eventId);
    if (event === undefined || !isDue(event, at)) return false;
    this.#put(event, { leasedUntil: leaseUntil });
    return true;
  }

  async release(eventId: string, leaseUntil: Date): Promise<void> {
    const event = this.#leased(eventId, leaseUntil);
    if (event !== undefined) this.#put(event, { leasedUntil: null });
  }

  async postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void> {
    for (const eventId of eventIds) {
      const event = this.#events.get(eventId);
      if (event !== undefined && isDue(event, at)) this.#put(event, { nextTryAt: until });
    }
  }

  async recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void> {
    const event = this.#leased(eventId, leaseUntil);
    if (event === undefined) return;
    this.#put(event, {
      ...outcome,
      leasedUntil: null,
      tries: [...event.delivery.tries, latestTry].slice(-MAX_KEPT_TRIES),
    });
  }

  async listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()]
      .filter(({ delivery }) => delivery.state === 'failed')
      .filter((event) => merchantId === null || event.merchantId === merchantId)
      .filter((event) => before === null || byPosition(event, before) < 0)
      .sort((left, right) => byPosition(right, left))
      .slice(0, limit);
  }

  async countFailed(upTo: number): Promise<number> {
    return (await this.listFailed(null, null, upTo)).length;
  }

  async deliverAnew(eventIds: readonly string[], now: Date): Promise<void> {
    for (const event of [...this.#events.values()].filter(({ eventId }) => eventIds.includes(eventId))) {
      const { failures, isResent } = event.delivery;
      if (isPending(event) && failures === 0) continue;
      const hadItsTurn = !isPending(event) || failures >= FAILURES_BEFORE_PASSED_BY;
      const fromNow = { state: 'pending', failures: 0, nextTryAt: now, leasedUntil: null } as const;
      this.#put(event, { ...fromNow, isResent: hadItsTurn || isResent });
    }
    const orderIds = new Set(eventIds.map(orderIdOf));
    for (const event of this.#events.values()) {
      const isBehind = orderIds.has(event.orderId) && isPending(event) && event.delivery.failures === 0;
      if (isBehind && (event.delivery.nextTryAt ?? now) > now) this.#put(event, { nextTryAt: now });
    }
  }

  #leased(eventId: string, leaseUntil: Date): LoggedEvent | undefined {
    const event = this.#events.get(eventId);
    const isHeld =
      event !== undefined &&
      isPending(event) &&
      event.delivery.leasedUntil?.getTime() === leaseUntil.getTime();
    return isHeld ? event : undefined;
  }

  #put(event: LoggedEvent, delivery: Partial<EventDelivery>): void {
    this.#events.set(event.eventId, { ...event, delivery: { ...event.delivery, ...delivery } });
  }
}

function isDue(event: LoggedEvent, at: Moment): boolean {
  const { leasedUntil } = event.delivery;
  const isInHand = leasedUntil !== null && leasedUntil > at.real;
  return isPending(event) && !isInHand && nextTryMs(event) <= at.business.getTime();
}

function nextTryMs({ delivery }: LoggedEvent): number {
  return delivery.nextTryAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
