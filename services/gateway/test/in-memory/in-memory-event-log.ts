import type { Clock } from '../../src/ports/clock.ts';
import type { EventLog, LogSpan } from '../../src/ports/event-log.ts';
import type { LoggedEvent, LogPosition, NewEvent } from '../../src/ports/logged-event.ts';
import { byPosition, type InMemoryEvents, isPending } from './in-memory-events.ts';

export class InMemoryEventLog implements EventLog {
  readonly #events: InMemoryEvents;
  readonly #clock: Clock;

  constructor(events: InMemoryEvents, clock: Clock) {
    this.#events = events;
    this.#clock = clock;
  }

  async append(event: NewEvent): Promise<'appended' | 'known'> {
    if (this.#events.has(event.eventId)) return 'known';
    this.#events.set(event.eventId, { ...event, loggedAt: this.#clock.realNow() });
    return 'appended';
  }

  async listOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()]
      .filter((event) => event.orderId === orderId)
      .sort((left, right) => left.sequence - right.sequence);
  }

  async find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]> {
    return [...this.#events.values()].filter(({ eventId }) => eventIds.includes(eventId)).sort(byPosition);
  }

  async listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]> {
    const { keptFrom, from, before, type, after } = span;
    return [...this.#events.values()]
      .filter((event) => event.merchantId === merchantId && event.createdAt >= keptFrom)
      .filter((event) => from === null || event.loggedAt >= from)
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

  removeEndedOf(orderId: string): void {
    for (const event of [...this.#events.values()].filter((each) => each.orderId === orderId)) {
      if (!isPending(event)) this.#events.delete(event.eventId);
    }
  }

  async removeEnded(before: Date, limit: number): Promise<number> {
    const over = [...this.#events.values()]
      .filter((event) => !isPending(event) && event.createdAt < before)
      .slice(0, limit);
    for (const { eventId } of over) this.#events.delete(eventId);
    return over.length;
  }
}
