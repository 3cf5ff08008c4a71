import { expect, onTestFinished, test, vi } from 'vitest';
import { SandboxClock } from '../../src/application/sandbox/sandbox-clock.ts';
import { momentOf } from '../../src/ports/clock.ts';
import { loggedEvent } from '../builders/events.ts';
import { newOrder } from '../builders/orders.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import { InMemoryMovableClock } from '../in-memory/in-memory-movable-clock.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';

const orderId = `ord_${'a'.repeat(32)}`;

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new InMemoryMovableClock();
  const orders = new InMemoryOrders();
  const events = new InMemoryEventLog(clock);
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  return { orders, events, clock, inMinutes, sandboxClock: new SandboxClock({ clock, orders, events }) };
}

test('the next due moment is the first of orders and webhooks', async () => {
  const { orders, events, clock, inMinutes, sandboxClock } = setUp();
  const [expiresAt, nextTryAt] = [inMinutes(30), inMinutes(10)];
  await orders.insert(newOrder({ expiresAt }));
  await events.append(loggedEvent(orderId, 1, { delivery: { nextTryAt } }));
  expect((await sandboxClock.read()).nextDueAt).toEqual(nextTryAt);
  await sandboxClock.move({ kind: 'to_next_due' });
  expect(clock.now()).toEqual(nextTryAt);
});

test('what is due has its turn before the clock goes on', async () => {
  const { orders, events, clock, inMinutes, sandboxClock } = setUp();
  const [now, expiresAt] = [inMinutes(0), inMinutes(30)];
  await orders.insert(newOrder({ expiresAt }));
  await events.append(loggedEvent(orderId, 1, { delivery: { nextTryAt: now } }));
  const moving = sandboxClock.move({ kind: 'to_next_due' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(clock.now() < expiresAt).toBe(true);
  const lease = inMinutes(1);
  await events.take(loggedEvent(orderId, 1).eventId, momentOf(clock), lease);
  const ended = { at: now, durationMs: 1, httpStatus: 200, error: null, answer: '' };
  const delivered = { state: 'delivered', failures: 0, nextTryAt: null } as const;
  await events.recordTry(loggedEvent(orderId, 1).eventId, lease, delivered, ended);
  await vi.advanceTimersByTimeAsync(200);
  expect(await moving).toMatchObject({ kind: 'read', now: expiresAt });
});

test('what is due and not done in ten seconds is named, and the clock stays', async () => {
  const { events, clock, inMinutes, sandboxClock } = setUp();
  const now = inMinutes(0);
  await events.append(loggedEvent(orderId, 1, { delivery: { nextTryAt: now } }));
  const moving = sandboxClock.move({ kind: 'to_next_due' });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await moving).toMatchObject({
    name: 'WORK_UNDER_WAY',
    detail: expect.stringContaining(now.toISOString()),
  });
  expect(clock.now()).toEqual(clock.realNow());
});
