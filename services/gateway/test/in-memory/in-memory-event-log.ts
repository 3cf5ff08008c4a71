import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import { FAILURES_BEFORE_PASSED_BY } from '../../src/domain/webhook/order-of-events.ts';
import type { Clock, Moment } from '../../src/ports/clock.ts';
import {
  type DeliveryOutcome,
  type DeliveryTry,
  type EventDelivery,
  type EventLog,
  type EventToTry,
  type LoggedEvent,
  type LogPosition,
  type LogSpan,
  MAX_KEPT_TRIES,
  type NewEvent,
} from '../../src/ports/event-log.ts';

export class InMemoryEventLog implements EventLog {
  readonly #clock: Clock;
  readonly #events = new Map<string, LoggedEvent>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async append(event: NewEvent): Promise<'appended' | 'known'> {
    if (this.#events.has(event.eventId)) return 'known';
    this.#events.set(event.eventId, { ...event, loggedAt: this.#clock.now() });
    return 'appended';
  }

  async listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return (await this.listOfOrder(orderId)).filter(isPending);
  }

  async removeEnded(before: Date, limit: number): Promise<number> {
    const over = [...this.#events.values()]
      .filter((event) => !isPending(event) && event.loggedAt < before)
      .slice(0, limit);
    for (const { eventId } of over) this.#events.delete(eventId);
    return over.length;
  }

  async listOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()]
      .filter((event) => event.orderId === orderId)
      .sort((left, right) => left.sequence - right.sequence);
  }

  async listOrdersDue(
    at: Moment,
    limit: number,
    exceptMerchants: readonly string[],
  ): Promise<readonly string[]> {
    const due = [...this.#events.values()]
      .filter((event) => isDue(event, at) && !exceptMerchants.includes(event.merchantId))
      .sort((left, right) => nextTryMs(left) - nextTryMs(right))
      .slice(0, limit);
    return [...new Set(due.map(({ orderId }) => orderId))];
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

  async find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()].filter(({ eventId }) => eventIds.includes(eventId)).sort(byPosition);
  }

  async listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]> {
    const { from, before, type, after } = span;
    return [...this.#events.values()]
      .filter((event) => event.merchantId === merchantId && event.loggedAt >= from)
      .filter((event) => before === null || event.loggedAt < before)
      .filter((event) => type === null || event.type === type)
      .filter((event) => after === null || byPosition(event, after) > 0)
      .sort(byPosition)
      .slice(0, limit);
  }

  async lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined> {
    return [...this.#events.values()]
      .filter((event) => event.merchantId === merchantId && event.loggedAt <= loggedUpTo)
      .sort(byPosition)
      .at(-1);
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
    for (const event of await this.find(eventIds)) {
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

function isPending({ delivery }: LoggedEvent): boolean {
  return delivery.state === 'pending';
}

function isDue(event: LoggedEvent, at: Moment): boolean {
  const { leasedUntil } = event.delivery;
  const isInHand = leasedUntil !== null && leasedUntil > at.real;
  return isPending(event) && !isInHand && nextTryMs(event) <= at.business.getTime();
}

function nextTryMs({ delivery }: LoggedEvent): number {
  return delivery.nextTryAt?.getTime() ?? Number.POSITIVE_INFINITY;
}

function byPosition(left: LogPosition, right: LogPosition): number {
  const apartMs = left.loggedAt.getTime() - right.loggedAt.getTime();
  if (apartMs !== 0) return apartMs;
  return left.eventId < right.eventId ? -1 : Number(left.eventId > right.eventId);
}
