import { describe, expect, test } from 'vitest';
import { FindObstacle } from '../../src/application/archive/find-obstacle.ts';
import { RemoveArchived } from '../../src/application/archive/remove-archived.ts';
import { archivedFormOf } from '../../src/domain/archive/archived-order.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf, type OrderMoney } from '../../src/domain/settlement/money-moves.ts';
import type { OldOrders, OrderRemoval } from '../../src/ports/old-orders.ts';
import type { ArchivedOrder, OrderArchive } from '../../src/ports/order-archive.ts';
import { loggedEvent } from '../builders/events.ts';
import { aged } from '../builders/old-orders.ts';
import { closed, newOrder, opened, paid, submitted, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { InMemoryCallbackInbox } from '../in-memory/in-memory-callback-inbox.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import { InMemoryOldOrders } from '../in-memory/in-memory-old-orders.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { InMemoryRefundClaims } from '../in-memory/in-memory-refund-claims.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const DAYS = 4 * 365;
const numbered = (merchantTransactionId: string) => submitted(opened(newOrder({ merchantTransactionId })));
const manifestSha256 = 'a'.repeat(64);
const everything = { merchantId: null, from: after(-(DAYS + 1) * 86_400), before: after(86_400) };

/** Old orders with events, an archive of them, and what is needed to remove them. */
async function stage(count = 5) {
  const clock = new SettableClock();
  const events = new InMemoryEventLog(new Map(), clock);
  const orders = new InMemoryOrders();
  const inbox = new InMemoryCallbackInbox();
  const stored = {
    orders,
    events,
    inbox,
    claims: new InMemoryRefundClaims(),
    fees: new InMemoryChannelFees(),
  };
  const oldOrders = new InMemoryOldOrders(stored);
  const kinds = [
    paid,
    closed,
    (order: PaymentOrder) => withRefund(paid(order), { amountMinor: 1, state: 'SUCCESS' }),
  ];
  for (let index = 0; index < count; index += 1) {
    const built = (kinds[index % kinds.length] ?? paid)(numbered(`T${index}`));
    const order = { ...aged(built, DAYS), lastSequence: 2 };
    await orders.insert(order);
    await events.append(loggedEvent(order.orderId, 1, { delivery: { state: 'delivered', nextTryAt: null } }));
  }
  const found = await oldOrders.list(after(0), null, 100);
  const records = found.map(
    ({ order, events: ofOrder, refundClaims, fees }): ArchivedOrder => ({
      order: archivedFormOf(order),
      events: ofOrder,
      refundClaims,
      fees,
    }),
  );
  const run = (through: Pick<OldOrders, 'find'> & OrderRemoval = oldOrders) =>
    new RemoveArchived({
      orders: through,
      obstacles: new FindObstacle({ books: { execute: async () => 'agrees' }, clock }),
      clock,
      rest: async () => {},
    }).execute(archiveOf(records), '2024', () => {});
  return { clock, events, orders, inbox, oldOrders, records, run };
}

function archiveOf(records: readonly ArchivedOrder[]): OrderArchive {
  return {
    manifestSha256,
    source: { deployment: null, environment: null, database: 'kassa', changedBefore: after(0), limit: null },
    totals: { count: records.length, firstOrderId: null, lastOrderId: null, sums: [] },
    writtenAt: after(0),
    async *records() {
      for (const archived of records)
        yield { kind: 'order', place: 'orders-000001.ndjson:1', archived } as const;
    },
    find: async () => undefined,
  };
}

async function moneyIn(orders: InMemoryOrders): Promise<readonly unknown[]> {
  const found: OrderMoney[] = [];
  for await (const order of orders.withMoneyMoved(everything)) found.push(order);
  return found.flatMap(moneyMovesOf).sort((one, other) => (one.bookingId < other.bookingId ? -1 : 1));
}

class Killed extends Error {}

/** Passes calls on until the process is killed, before or after the given call. After that, no call is made any more. */
function mortal<Port extends object>(
  port: Port,
  killAt: number,
): { readonly port: Port; readonly calls: () => number } {
  let steps = 0;
  const pass = () => {
    steps += 1;
    if (steps >= killAt) throw new Killed(`killed at step ${steps}`);
  };
  const guarded = new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(target, name) as (...values: unknown[]) => unknown;
      return async (...values: unknown[]) => {
        pass();
        const result = await Reflect.apply(member, target, values);
        pass();
        return result;
      };
    },
  });
  return { port: guarded, calls: () => steps };
}

describe('archive remove', () => {
  test('if the removal of archived orders is killed before or after any step, no order is lost, and the next run removes the rest (fault 95)', async () => {
    const whole = await stage();
    const counting = mortal(whole.oldOrders, Number.POSITIVE_INFINITY);
    expect(await whole.run(counting.port)).toMatchObject({ removed: 5, removedBefore: 0, named: [] });
    const steps = counting.calls();
    expect(steps).toBe(14);
    for (let step = 1; step <= steps; step += 1) {
      const { orders, oldOrders, events, records, run } = await stage();
      const money = await moneyIn(orders);
      await expect(run(mortal(oldOrders, step).port)).rejects.toThrow(Killed);
      const ids = records.map(({ order }) => order.orderId);
      const found = await oldOrders.find(ids);
      expect(found.orders.length + found.tombstones.length).toBe(ids.length);
      for (const { order, events: kept } of found.orders) {
        const archived = records.find((record) => record.order.orderId === order.orderId);
        expect(archivedFormOf(order)).toEqual(archived?.order);
        expect(kept).toEqual(archived?.events);
      }
      expect(await moneyIn(orders)).toEqual(money);
      const { removed, removedBefore, stay } = await run();
      expect([removed, removedBefore, stay.size]).toEqual([found.orders.length, found.tombstones.length, 0]);
      expect((await oldOrders.find(ids)).tombstones).toHaveLength(ids.length);
      for (const id of ids) expect(await events.listOfOrder(id)).toEqual([]);
      expect(await moneyIn(orders)).toEqual(money);
    }
  });

  test('if two processes remove the orders of an archive at once, each order is removed once (fault 95)', async () => {
    const { oldOrders, records, run } = await stage();
    const runs = await Promise.all([run(), run()]);
    const sum = runs.reduce((total, { removed }) => total + removed, 0);
    expect(sum).toBe(records.length);
    expect((await oldOrders.find(records.map(({ order }) => order.orderId))).orders).toEqual([]);
  });

  test('an order is not removed if it has changed since it was archived, or no longer qualifies for archiving (fault 95)', async () => {
    const { orders, oldOrders, events, inbox, records, run } = await stage(7);
    const [changed, parked, pending, reported, late, gone] = records.map(({ order }) => order);
    const saved = async (order: PaymentOrder | undefined, change: (old: PaymentOrder) => PaymentOrder) => {
      const old = (await orders.find(order?.orderId ?? '')) as PaymentOrder;
      await orders.save(change({ ...old, version: old.version + 1 }), old.version);
      return old.orderId;
    };
    const ids = {
      changed: await saved(changed, (old) => ({ ...old, description: 'Tea' })),
      parked: parked?.orderId ?? '',
      pending: pending?.orderId ?? '',
      reported: reported?.orderId ?? '',
      late: late?.orderId ?? '',
    };
    await orders.putOff(ids.parked, { kind: 'no_room', reason: 'full' }, after(0));
    await events.append(loggedEvent(ids.pending, 2));
    await inbox.keep({
      callbackId: 'evt_1',
      channelId: 'Sandbox',
      notification: { kind: 'for_operator', reference: `txn_${ids.reported.slice(4)}_1`, detail: 'x' },
      receivedAt: after(0),
    });
    const changesMeanwhile: Pick<OldOrders, 'find'> & OrderRemoval = {
      find: (of) => oldOrders.find(of),
      removeEvents: (of) => oldOrders.removeEvents(of),
      replace: async (order, tombstone) => {
        if (order.orderId === ids.late) await saved(order, (old) => ({ ...old, description: 'Tea' }));
        return oldOrders.replace(order, tombstone);
      },
    };
    const { removed, stay, named } = await run(changesMeanwhile);
    expect(removed).toBe(2);
    expect(gone).toBeDefined();
    expect(Object.fromEntries(stay)).toEqual({ differs: 3, parked: 1, callback_waiting: 1 });
    expect(new Set(named.map(({ orderId }) => orderId))).toEqual(new Set(Object.values(ids)));
    for (const id of Object.values(ids)) expect(await orders.find(id)).toBeDefined();
    expect(await events.listOfOrder(ids.pending)).toHaveLength(2);
  });

  test('names an order that is not stored at all', async () => {
    const { run } = await stage();
    const other = await stage(6);
    expect(await other.run()).toMatchObject({ removed: 6 });
    const { stay } = await run({
      find: async () => ({ orders: [], tombstones: [] }),
      replace: async () => 'changed',
      removeEvents: async () => {},
    });
    expect(Object.fromEntries(stay)).toEqual({ not_stored: 5 });
  });
});
