import { describe, expect, test } from 'vitest';
import { RemoveExpired } from '../../src/application/duties/remove-expired.ts';
import { type EventListRequest, ListEvents } from '../../src/application/events/list-events.ts';
import { SETTLED_AFTER_SECONDS } from '../../src/domain/webhook/event-log-times.ts';
import { loggedEvent, orderA, orderB, orderC } from '../builders/events.ts';
import { after } from '../builders/times.ts';
import { InMemoryCallbackInbox } from '../in-memory/in-memory-callback-inbox.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import type { InMemoryEvents } from '../in-memory/in-memory-events.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const DAY_SECONDS = 86_400;

/** Creates two instances over one event log. Each has its own view of how far the sandbox's clock was moved. */
function twoInstances() {
  const stored: InMemoryEvents = new Map();
  const instance = () => {
    const clock = new SettableClock();
    const events = new InMemoryEventLog(stored, clock);
    const orders = new InMemoryOrders();
    const list = new ListEvents({ events, orders, clock });
    const removeExpired = new RemoveExpired({ events, inbox: new InMemoryCallbackInbox(), clock });
    const take = (orderId: string) =>
      events.append(
        loggedEvent(orderId, 1, {
          createdAt: clock.now(),
          delivery: { state: 'delivered', nextTryAt: null },
        }),
      );
    const page = async (request: Partial<EventListRequest> = {}) => {
      const answer = await list.execute('mer_1', {
        after: null,
        since: null,
        type: null,
        limit: 10,
        ...request,
      });
      if (answer.kind !== 'listed') throw new Error(answer.detail);
      return { ...answer, orderIds: answer.events.map(({ orderId }) => orderId) };
    };
    return { clock, take, page, removeExpired };
  };
  const [one, other] = [instance(), instance()];
  const pass = (seconds: number) => {
    for (const { clock } of [one, other]) clock.pass(seconds);
  };
  return { one, other, pass };
}

function eventIdOf(orderId: string): string {
  return loggedEvent(orderId, 1).eventId;
}

describe('a jump of the business clock', () => {
  test('that one instance has not heard of yet neither hides nor reorders an event', async () => {
    const { one, other, pass } = twoInstances();
    await one.take(orderA);
    pass(1);
    one.clock.move(DAY_SECONDS);
    await one.take(orderB);
    const seen = await one.page();
    expect(seen.orderIds).toEqual([orderA, orderB]);
    pass(1);
    await other.take(orderC);
    expect((await one.page({ after: seen.events.at(-1)?.eventId ?? null })).orderIds).toEqual([orderC]);
    expect((await other.page()).orderIds).toEqual([orderA, orderB, orderC]);
  });

  test('does not make the log complete earlier: a late insert still comes after the client’s cursor', async () => {
    const { one, other, pass } = twoInstances();
    pass(1);
    await one.take(orderB);
    for (const { clock } of [one, other]) clock.move(DAY_SECONDS);
    const seen = await one.page();
    expect(seen).toMatchObject({ orderIds: [orderB], resumeAfter: null });
    // A delayed insert arrives now. Its time is slightly before that of the other event.
    pass(-0.5);
    await other.take(orderA);
    pass(0.5);
    expect((await one.page({ after: seen.resumeAfter })).orderIds).toEqual([orderA, orderB]);
    pass(SETTLED_AFTER_SECONDS);
    expect((await one.page()).resumeAfter).toBe(eventIdOf(orderB));
    expect((await one.page({ after: eventIdOf(orderB) })).orderIds).toEqual([]);
  });

  test('by more than a month removes earlier events, and none that came since', async () => {
    const { one, pass } = twoInstances();
    await one.take(orderA);
    one.clock.move(31 * DAY_SECONDS);
    pass(1);
    await one.take(orderB);
    expect((await one.page()).orderIds).toEqual([orderB]);
    await one.removeExpired.execute();
    expect((await one.page({ since: after(1) })).orderIds).toEqual([orderB]);
    pass(SETTLED_AFTER_SECONDS);
    expect((await one.page()).resumeAfter).toBe(eventIdOf(orderB));
  });
});
