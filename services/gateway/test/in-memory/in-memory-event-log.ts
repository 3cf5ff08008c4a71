import type { Moment } from '../../src/ports/clock.ts';
import type {
  DeliveryOutcome,
  DeliveryTry,
  EventDelivery,
  EventLog,
  LoggedEvent,
} from '../../src/ports/event-log.ts';

export class InMemoryEventLog implements EventLog {
  readonly #events = new Map<string, LoggedEvent>();

  async append(event: LoggedEvent): Promise<'appended' | 'known'> {
    if (this.#events.has(event.eventId)) return 'known';
    this.#events.set(event.eventId, event);
    return 'appended';
  }

  async listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return (await this.listOfOrder(orderId)).filter(isPending);
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
    this.#put(event, { ...outcome, leasedUntil: null, tries: [...event.delivery.tries, latestTry] });
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
