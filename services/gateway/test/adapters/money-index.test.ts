import type { Collection } from 'mongodb';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { noteMoneyHours } from '../../src/adapters/outbound/mongo/note-money-hours.ts';
import {
  inMoneyHour,
  type OrderDocument,
  toOrderDocument,
  withoutMoneyHours,
} from '../../src/adapters/outbound/mongo/order-documents.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { hoursOfMoves, moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { MoneySpan } from '../../src/ports/order-repository.ts';
import { afterChange, latest, newOrder, opened, submitted, succeeded } from '../builders/orders.ts';
import { disputeOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { allOf } from '../support/all-of.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let database: TestDatabase;
let connection: Connection;
let alerts: RecordedAlerts;
let orders: MongoOrderRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  alerts = new RecordedAlerts();
  orders = new MongoOrderRepository(connection, alerts);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

function paidAt(seconds: number, number: string, merchantId: string): PaymentOrder {
  const expiresAt = after(10 * DAY);
  const order = submitted(opened(newOrder({ merchantTransactionId: number, merchantId, expiresAt })));
  return afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(seconds)));
}

/** How the database finds what the adapter asks it for; mongod and DocumentDB say it in words of their own. */
async function planFor(hour: Date, merchantId: string | null) {
  const { queryPlanner } = await connection
    .collection('orders')
    .find(inMoneyHour(hour, merchantId))
    .explain();
  const bounds = membersNamed('indexBounds', queryPlanner)
    .map((bound) => JSON.stringify(bound))
    .join();
  const hours = bounds.match(/[0-9-]{10}T[0-9:.]+Z/g)?.map((at) => new Date(at).toISOString());
  return { text: JSON.stringify(queryPlanner), bounds, hours: [...new Set(hours)] };
}

function membersNamed(wanted: string, within: unknown): readonly unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, value]) =>
    name === wanted ? [value] : membersNamed(wanted, value),
  );
}

describe('orders by the time in which their money moved', () => {
  beforeEach(async () => {
    // An order an hour for each of two merchants, and as many that nobody paid.
    const hours = Array.from({ length: 72 }, (_, hour) => hour);
    await Promise.all(
      hours.flatMap((hour) => [
        orders.insert(paidAt(hour * HOUR, `mine-${hour}`, 'mer_1')),
        orders.insert(paidAt(hour * HOUR, `theirs-${hour}`, 'mer_2')),
        orders.insert(newOrder({ merchantTransactionId: `new-${hour}` })),
      ]),
    );
  });

  test('are found by their index: the merchant’s of the hour that is asked for, and no others', async () => {
    const plan = await planFor(after(DAY), 'mer_1');
    expect(plan.text).toContain('moneyHours_1_merchantId_1');
    expect(plan.text).not.toMatch(/COLLSCAN|Seq Scan/);
    expect(plan.hours).toEqual(['2026-11-22T10:00:00.000Z']);
    expect(plan.bounds).toMatch(/\[\\"mer_1\\", \\"mer_1\\"\]/);
  });

  test('of all merchants are found by the same index', async () => {
    const plan = await planFor(after(DAY), null);
    expect(plan.text).toContain('moneyHours_1_merchantId_1');
    expect(plan.text).not.toMatch(/COLLSCAN|Seq Scan/);
    expect(plan.hours).toEqual(['2026-11-22T10:00:00.000Z']);
  });

  test('are not in the index while no money has moved', async () => {
    const collection = connection.collection('orders');
    const index = (await collection.indexes()).find(({ name }) => name === 'moneyHours_1_merchantId_1');
    expect(index?.partialFilterExpression).toEqual({ moneyHours: { $exists: true } });
    expect(await collection.countDocuments({ moneyHours: { $exists: true } })).toBe(2 * 72);
  });

  test('are read whole, with what an earlier version kept by its reference only or not at all', async () => {
    const order = paidAt(0, 'old', 'mer_old');
    await orders.insert(order);
    await connection
      .collection<{ _id: string }>('orders')
      .updateOne(
        { _id: order.orderId },
        { $set: { wonDisputes: ['dsp_1'] }, $unset: { lostDisputes: 1, 'attempts.0.uncollected': 1 } },
      );
    const wonDisputes = [{ channelReference: 'dsp_1' }];
    expect(await orders.find(order.orderId)).toEqual({ ...order, wonDisputes });
    const span = { merchantId: 'mer_old', from: after(0), before: after(1) };
    const [found] = await allOf(orders.withMoneyMoved(span));
    expect(found?.wonDisputes).toEqual(wonDisputes);
    expect(found && moneyMovesOf(found)).toHaveLength(1);
  });

  test('are read with disputes that an earlier version kept without the time to answer', async () => {
    const paid = paidAt(0, 'disputed before', 'mer_disputed');
    const once = disputeOn(after(10).toISOString(), paid, 'won', 'dsp_1');
    const twice = disputeOn(after(15).toISOString(), once, 'lost', 'dsp_2');
    const order = disputeOn(after(20).toISOString(), twice, 'opened', 'dsp_3');
    await orders.insert(order);
    await connection.collection<{ _id: string }>('orders').updateOne(
      { _id: order.orderId },
      {
        $unset: { 'dispute.respondBy': 1, 'wonDisputes.0.respondBy': 1, 'lostDisputes.0.respondBy': 1 },
      },
    );
    expect(await orders.find(order.orderId)).toEqual(order);
  });
});

describe('orders that an earlier version wrote, without the hours of their money', () => {
  const orderCollection = () => connection.collection<OrderDocument>('orders');
  const theDay: MoneySpan = { merchantId: 'mer_1', from: after(0), before: after(DAY) };

  /** As that version leaves it: it replaces the whole document by one that has no such field. */
  async function writeAsEarlier(order: PaymentOrder): Promise<void> {
    const { moneyHours: _, ...document } = toOrderDocument(order);
    await orderCollection().replaceOne({ _id: order.orderId }, document, { upsert: true });
  }

  async function hoursOf({ orderId }: PaymentOrder) {
    return (await orderCollection().findOne({ _id: orderId }))?.moneyHours;
  }

  test('are found all the same, more of them than are read at a time, by two instances at once', async () => {
    const numbers = Array.from({ length: 1_100 }, (_, index) => `T${1_000 + index}`);
    const paid = numbers.map((number, index) => paidAt(index * 60, number, 'mer_1'));
    await orderCollection().insertMany(
      paid.map((order) => {
        const { moneyHours: _, ...document } = toOrderDocument(order);
        return document;
      }),
    );
    await writeAsEarlier(newOrder({ merchantTransactionId: 'unpaid' }));
    const other = new MongoOrderRepository(await database.connect(), new RecordedAlerts());
    const both = await Promise.all([
      allOf(orders.withMoneyMoved(theDay)),
      allOf(other.withMoneyMoved(theDay)),
    ]);
    for (const found of both) {
      expect(found.map(({ merchantTransactionId }) => merchantTransactionId).sort()).toEqual(numbers);
    }
    expect(await orderCollection().countDocuments({ moneyHours: { $exists: true } })).toBe(numbers.length);
    expect(await hoursOf(paid[61] as PaymentOrder)).toEqual([new Date('2026-11-21T11:00:00.000Z')]);
  });

  test('are found again when an instance of that version, still running, writes them later', async () => {
    const order = paidAt(60, 'T1', 'mer_1');
    for (const version of [1, 2]) {
      await writeAsEarlier({ ...order, version });
      expect(await allOf(orders.withMoneyMoved(theDay))).toHaveLength(1);
    }
  });

  test.each(['this', 'the earlier'])('keep what %s version writes while they are read', async (writer) => {
    const order = paidAt(60, 'T1', 'mer_1');
    await writeAsEarlier(order);
    const later = disputeOn('2026-11-21T15:00:00.000Z', order, 'opened', 'dsp_1');
    const disputedLater = { ...later, version: order.version + 1 };
    let rounds = 0;
    const held = new Proxy(orderCollection() as unknown as Collection<OrderDocument>, {
      get(collection, name) {
        if (name !== 'bulkWrite') return Reflect.get(collection, name).bind(collection);
        return async (...call: Parameters<typeof collection.bulkWrite>) => {
          rounds += 1;
          if (rounds === 1) {
            if (writer === 'this') await orders.save(disputedLater, order.version);
            else await writeAsEarlier(disputedLater);
          }
          return collection.bulkWrite(...call);
        };
      },
    });
    await noteMoneyHours(held, (_, error) => expect.fail(String(error)));
    expect(await hoursOf(order)).toEqual(hoursOfMoves(disputedLater));
    expect(await hoursOf(order)).toHaveLength(2);
  });

  test('that do not say when it moved keep no others from being found, and operators hear of each once', async () => {
    const paid = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'].map((number) => paidAt(60, number, 'mer_1'));
    for (const order of paid) await writeAsEarlier(order);
    const damages = [
      { $set: { 'attempts.0.endedAt': null } },
      { $set: { 'attempts.0.endedAt': 'yesterday' } },
      { $unset: { 'attempts.0.endedAt': 1 as const } },
      { $unset: { wonDisputes: 1 as const } },
      { $set: { refunds: 'none' } },
    ];
    for (const [index, damage] of damages.entries()) {
      const _id = paid[index]?.orderId ?? '';
      await connection.collection<{ _id: string }>('orders').updateOne({ _id }, damage);
    }
    for (let report = 0; report < 2; report += 1) {
      const found = await allOf(orders.withMoneyMoved(theDay));
      expect(found.map(({ merchantTransactionId }) => merchantTransactionId)).toEqual(['T6']);
    }
    const told = alerts.raised.map((alert) => alert.kind === 'duty_failed' && `${alert.duty} ${alert.item}`);
    const damaged = paid.slice(0, damages.length);
    expect(told.sort()).toEqual(damaged.map(({ orderId }) => `note-money-hours ${orderId}`).sort());
  });

  test('are looked for in an index that is empty without them', async () => {
    await orders.insert(paidAt(60, 'T1', 'mer_1'));
    const { queryPlanner } = await orderCollection().find(withoutMoneyHours).explain();
    expect(JSON.stringify(queryPlanner)).toContain('attempts.state_1');
    expect(await orderCollection().countDocuments(withoutMoneyHours)).toBe(0);
  });
});
