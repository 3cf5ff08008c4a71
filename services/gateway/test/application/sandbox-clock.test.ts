import { expect, onTestFinished, test, vi } from 'vitest';
import { SandboxClock } from '../../src/application/sandbox/sandbox-clock.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { momentOf } from '../../src/ports/clock.ts';
import { loggedEvent } from '../builders/events.ts';
import { newOrder } from '../builders/orders.ts';
import { InMemoryDeliveryQueue } from '../in-memory/in-memory-delivery-queue.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import { InMemoryMovableClock } from '../in-memory/in-memory-movable-clock.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';

const orderId = `ord_${'a'.repeat(32)}`;

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const clock = new InMemoryMovableClock();
  const orders = new InMemoryOrders();
  const stored = new Map();
  const events = new InMemoryEventLog(stored, clock);
  const deliveries = new InMemoryDeliveryQueue(stored);
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  return {
    orders,
    events,
    deliveries,
    clock,
    inMinutes,
    sandboxClock: new SandboxClock({ clock, orders, deliveries }),
  };
}

test('business time is ahead by the moved time, even if a millisecond ends between the two readings', async () => {
  const { clock, sandboxClock } = setUp();
  for (const read of ['now', 'realNow'] as const) {
    vi.spyOn(clock, read).mockImplementationOnce(() => {
      const before = new Date();
      vi.setSystemTime(before.getTime() + 1);
      return before;
    });
  }
  const reading = await sandboxClock.read();
  expect(reading.now).toEqual(reading.realNow);
});

test('the next due time is the earliest of orders and webhooks', async () => {
  const { orders, events, clock, inMinutes, sandboxClock } = setUp();
  const [expiresAt, nextTryAt] = [inMinutes(30), inMinutes(10)];
  await orders.insert(newOrder({ expiresAt }));
  const event = loggedEvent(orderId, 1, { delivery: { nextTryAt } });
  await events.append(event);
  const due = { at: nextTryAt, kind: 'webhook_try', orderId: event.orderId, subjectId: event.eventId };
  expect(await sandboxClock.read()).toMatchObject({ nextDue: due, fellDue: null });
  const moving = sandboxClock.move({ kind: 'to_next_due' });
  await vi.advanceTimersByTimeAsync(0);
  expect(clock.now()).toEqual(nextTryAt);
  await vi.advanceTimersByTimeAsync(4_000);
  // No worker runs here, so the due work was not done, and the answer says so.
  expect(await moving).toMatchObject({ fellDue: due, nextDue: due });
});

test('a move to the next due moment reports what fell due, and what comes next once that is done', async () => {
  const { orders, clock, inMinutes, sandboxClock } = setUp();
  const first = newOrder({ merchantTransactionId: 'first', expiresAt: inMinutes(10) });
  const second = newOrder({ merchantTransactionId: 'second', expiresAt: inMinutes(20) });
  await orders.insert(first);
  await orders.insert(second);
  const moving = sandboxClock.move({ kind: 'to_next_due' });
  await vi.advanceTimersByTimeAsync(500);
  expect(clock.now() < second.expiresAt).toBe(true);
  await orders.save({ ...first, version: first.version + 1, state: 'CLOSE' }, first.version);
  await vi.advanceTimersByTimeAsync(200);
  const expiryOf = ({ orderId, expiresAt }: PaymentOrder) => ({
    at: expiresAt,
    kind: 'order_expiry',
    orderId,
    subjectId: orderId,
  });
  expect(await moving).toMatchObject({ fellDue: expiryOf(first), nextDue: expiryOf(second) });
  await sandboxClock.move({ kind: 'by', seconds: 60 });
  expect(await sandboxClock.read()).toMatchObject({ fellDue: null, nextDue: expiryOf(second) });
});

test('due work is done before the clock moves on', async () => {
  const { orders, events, deliveries, clock, inMinutes, sandboxClock } = setUp();
  const [now, expiresAt] = [inMinutes(0), inMinutes(30)];
  await orders.insert(newOrder({ expiresAt }));
  await events.append(loggedEvent(orderId, 1, { delivery: { nextTryAt: now } }));
  const moveTo = vi.spyOn(clock, 'moveTo');
  const moving = sandboxClock.move({ kind: 'to_next_due' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(clock.now() < expiresAt).toBe(true);
  const lease = inMinutes(1);
  await deliveries.take(loggedEvent(orderId, 1).eventId, momentOf(clock), lease);
  const ended = { at: now, durationMs: 1, httpStatus: 200, error: null, answer: '' };
  const delivered = { state: 'delivered', failures: 0, nextTryAt: null } as const;
  await deliveries.recordTry(loggedEvent(orderId, 1).eventId, lease, delivered, ended);
  await vi.advanceTimersByTimeAsync(200);
  expect(moveTo.mock.lastCall?.[0]).toEqual(expiresAt);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await moving).toMatchObject({ kind: 'read', fellDue: { at: expiresAt } });
});

test('work that is due and not done within ten seconds is named, and the clock does not move', async () => {
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
