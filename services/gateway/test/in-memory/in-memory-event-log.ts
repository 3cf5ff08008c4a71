import type { DeliveryTry, EventDelivery, EventLog, LoggedEvent } from '../../src/ports/event-log.ts';

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
    now: Date,
    limit: number,
    exceptMerchants: readonly string[],
  ): Promise<readonly string[]> {
    const due = [...this.#events.values()]
      .filter((event) => isDue(event, now) && !exceptMerchants.includes(event.merchantId))
      .sort((left, right) => nextTryMs(left) - nextTryMs(right))
      .slice(0, limit);
    return [...new Set(due.map(({ orderId }) => orderId))];
  }

  async take(eventId: string, now: Date, leaseUntil: Date): Promise<boolean> {
    const event = this.#events.get(eventId);
    if (event === undefined || !isDue(event, now)) return false;
    this.#put(event, { nextTryAt: leaseUntil });
    return true;
  }

  async release(eventId: string, leaseUntil: Date, dueAt: Date): Promise<void> {
    const event = this.#leased(eventId, leaseUntil);
    if (event !== undefined) this.#put(event, { nextTryAt: dueAt });
  }

  async postpone(eventIds: readonly string[], now: Date, until: Date): Promise<void> {
    for (const eventId of eventIds) {
      const event = this.#events.get(eventId);
      if (event !== undefined && isDue(event, now)) this.#put(event, { nextTryAt: until });
    }
  }

  async recordTry(
    eventId: string,
    leaseUntil: Date,
    delivery: Omit<EventDelivery, 'tries'>,
    latestTry: DeliveryTry,
  ): Promise<void> {
    const event = this.#leased(eventId, leaseUntil);
    if (event === undefined) return;
    this.#put(event, { ...delivery, tries: [...event.delivery.tries, latestTry] });
  }

  #leased(eventId: string, leaseUntil: Date): LoggedEvent | undefined {
    const event = this.#events.get(eventId);
    const isHeld = event !== undefined && isPending(event) && nextTryMs(event) === leaseUntil.getTime();
    return isHeld ? event : undefined;
  }

  #put(event: LoggedEvent, delivery: Partial<EventDelivery>): void {
    this.#events.set(event.eventId, { ...event, delivery: { ...event.delivery, ...delivery } });
  }
}

function isPending({ delivery }: LoggedEvent): boolean {
  return delivery.state === 'pending';
}

function isDue(event: LoggedEvent, now: Date): boolean {
  return isPending(event) && nextTryMs(event) <= now.getTime();
}

function nextTryMs({ delivery }: LoggedEvent): number {
  return delivery.nextTryAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
