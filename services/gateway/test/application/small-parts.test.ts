import { describe, expect, test } from 'vitest';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { AwaitOrder, OrderWatch } from '../../src/application/await-order.ts';
import { BackgroundWork } from '../../src/application/background-work.ts';
import { ConcurrencyLimit } from '../../src/application/concurrency-limit.ts';
import { LatestDelivered } from '../../src/application/events/deliver-webhooks.ts';
import { newOrder, opened } from '../builders/orders.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

describe('ConcurrencyLimit', () => {
  test('limits the concurrent tasks of one key, first come first served, without limiting other keys', async () => {
    const limit = new ConcurrencyLimit(2);
    const started: string[] = [];
    const gates = new Map<string, () => void>();
    const run = (key: string, name: string) =>
      limit.run(key, async () => {
        started.push(name);
        await new Promise<void>((resolve) => gates.set(name, resolve));
      });
    const runs = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
    await expect.poll(() => started).toEqual(['a1', 'a2', 'b1']);
    expect(limit.saturatedKeys).toEqual(['a']);
    expect([limit.isCrowded('a'), limit.isCrowded('b'), limit.isCrowded('c')]).toEqual([false, false, false]);
    gates.get('a2')?.();
    await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
    gates.get('a1')?.();
    await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    for (const open of gates.values()) open();
    await Promise.all(runs);
    expect(limit.saturatedKeys).toEqual([]);
  });

  test('starts the next task when a task has failed', async () => {
    const limit = new ConcurrencyLimit(1);
    const failing = limit.run('a', () => Promise.reject(new Error('no')));
    const next = limit.run('a', async () => 'ran');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('ran');
  });

  test('keeps at most a thousand idle lanes', async () => {
    const limit = new ConcurrencyLimit(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const runs = Array.from({ length: 1_500 }, (_, index) => limit.run(`key ${index}`, () => promise));
    expect(limit.laneCount).toBe(1_500);
    resolve();
    await Promise.all(runs);
    expect(limit.laneCount).toBe(1_000);
  });

  test('is crowded once a thousand tasks of a key wait', async () => {
    const limit = new ConcurrencyLimit(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const runs = Array.from({ length: 1_000 }, () => limit.run('a', () => promise));
    expect(limit.isCrowded('a')).toBe(false);
    runs.push(limit.run('a', () => promise));
    expect([limit.isCrowded('a'), limit.isCrowded('b')]).toEqual([true, false]);
    resolve();
    await Promise.all(runs);
    expect(limit.isCrowded('a')).toBe(false);
  });
});

describe('BackgroundWork', () => {
  test('can be awaited, together with the work that it starts, and reports failures', async () => {
    const alerts = new RecordedAlerts();
    const background = new BackgroundWork({
      orders: new InMemoryOrders(),
      alerts,
      clock: new SettableClock(),
      tracing: untraced,
    });
    const done: string[] = [];
    background.start('outer', async () => {
      await Promise.resolve();
      background.start('inner', async () => {
        await Promise.resolve();
        done.push('inner');
      });
      done.push('outer');
    });
    background.start('broken', async () => {
      throw new Error('no');
    });
    await background.finish();
    expect(done).toEqual(['outer', 'inner']);
    expect(alerts.raised).toMatchObject([{ kind: 'duty_failed', duty: 'broken' }]);
  });
});

describe('LatestDelivered', () => {
  test('knows the last event of an order, and of no other', () => {
    const delivered = new LatestDelivered();
    delivered.note('ord_a', 1);
    delivered.note('ord_a', 2);
    expect(delivered.isDelivered('ord_a', 2)).toBe(true);
    expect(delivered.isDelivered('ord_a', 1)).toBe(false);
    expect(delivered.isDelivered('ord_b', 2)).toBe(false);
  });

  test('forgets the orders that were recorded longest ago', () => {
    const delivered = new LatestDelivered();
    for (let index = 0; index <= 20_000; index += 1) delivered.note(`ord_${index}`, 1);
    expect(delivered.isDelivered('ord_0', 1)).toBe(false);
    expect(delivered.isDelivered('ord_1', 1)).toBe(true);
    expect(delivered.isDelivered('ord_20000', 1)).toBe(true);
  });
});

describe('AwaitOrder', () => {
  async function stored() {
    const orders = new InMemoryOrders();
    const watch = new OrderWatch();
    await orders.insert(newOrder());
    return { orders, watch, awaitOrder: new AwaitOrder({ orders, watch }) };
  }
  const isOpened = (order: { attempts: readonly unknown[] }) => order.attempts.length > 0;

  test('answers at once if the order already meets the condition', async () => {
    const { awaitOrder } = await stored();
    expect(await awaitOrder.until(newOrder().orderId, () => true, 60_000)).toEqual(newOrder());
  });

  test('answers when a change in this process meets the condition', async () => {
    const { orders, watch, awaitOrder } = await stored();
    const waiting = awaitOrder.until(newOrder().orderId, isOpened, 60_000);
    await orders.save({ ...opened(), version: 2 }, 1);
    watch.orderChanged(opened());
    expect((await waiting)?.attempts).toHaveLength(1);
  });

  test('answers within a second when another instance’s change meets the condition', async () => {
    const { orders, awaitOrder } = await stored();
    const waiting = awaitOrder.until(newOrder().orderId, isOpened, 60_000);
    await orders.save({ ...opened(), version: 2 }, 1);
    expect((await waiting)?.attempts).toHaveLength(1);
  });

  test('answers with the present order when the time is over or the caller has gone', async () => {
    const { awaitOrder } = await stored();
    expect(await awaitOrder.until(newOrder().orderId, isOpened, 30)).toEqual(newOrder());
    expect(await awaitOrder.until(newOrder().orderId, isOpened, 60_000, AbortSignal.timeout(30))).toEqual(
      newOrder(),
    );
    expect(await awaitOrder.until('ord_none', isOpened, 60_000)).toBeUndefined();
  });
});
