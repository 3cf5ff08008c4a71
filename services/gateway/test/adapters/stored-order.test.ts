import { orderLimits } from '@kassa/contracts';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import {
  type OrderDocument,
  toOrderDocument,
  withoutForm,
  withoutFormIndex,
} from '../../src/adapters/outbound/mongo/order-documents.ts';
import { OtherFormError, schemaNumbers } from '../../src/adapters/outbound/mongo/schema-numbers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { OrderFull } from '../../src/ports/order-full.ts';
import { largestOrder } from '../builders/largest-order.ts';
import { disputed, newOrder, paid } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';
import { allOf } from '../support/all-of.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DAY = 86_400;
const positionInTrace = `00-${'4'.repeat(32)}-${'7'.repeat(16)}-01`;
const fault = { kind: 'fault', reason: 'broken' } as const;

let database: TestDatabase;
let connection: Connection;
let orders: MongoOrderRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  orders = new MongoOrderRepository(connection);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const stored = () => connection.collection<OrderDocument>('orders');
const storedOf = async ({ orderId }: PaymentOrder) => {
  const document = await stored().findOne({ _id: orderId });
  if (document === null) throw new Error(`no order ${orderId}`);
  return document;
};

const paidThen = () => disputed(paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number: 'T1' }));

describe('an order is stored', () => {
  test('under its ID and version, with its schema number, apart from the fields by which it is found', async () => {
    const order = paidThen();
    await orders.insert(order);
    const { orderId, version, ...rest } = order;
    const document = await storedOf(order);
    expect(Object.keys(document)).toEqual(['_id', 'schema', 'version', 'order', 'due']);
    expect(document).toMatchObject({ _id: orderId, schema: schemaNumbers.orders, version, order: rest });
    expect(Object.keys(document.due).sort()).toEqual(['attentionAt', 'lanes', 'moneyHours', 'unloggedSince']);
  });

  test('with its position in a trace, beside an order that a version without traces has stored', async () => {
    const old = newOrder({ merchantTransactionId: 'old' });
    const traced = { ...newOrder({ merchantTransactionId: 'traced' }), trace: positionInTrace };
    await Promise.all([old, traced].map((order) => orders.insert(order)));
    expect((await storedOf(old)).order).not.toHaveProperty('trace');
    const changed = [old, traced].map((order) => ({ ...order, version: order.version + 1 }));
    expect(await Promise.all(changed.map((order) => orders.save(order, order.version - 1)))).toEqual([
      'saved',
      'saved',
    ]);
    expect(await Promise.all(changed.map(({ orderId }) => orders.find(orderId)))).toEqual(changed);
  });

  test('without fields to find it by if nothing is expected for it', async () => {
    const order = { ...paid(), outbox: [] };
    await orders.insert(order);
    expect(Object.keys((await storedOf(order)).due)).toEqual(['moneyHours']);
  });
});

describe('the fields by which an order is found', () => {
  const wrong = {
    attentionAt: after(99 * DAY),
    lanes: [{ channelId: 'ProcessorZ', at: after(99 * DAY) }],
    casesSince: after(0),
    unloggedSince: after(-DAY),
    moneyHours: [after(-DAY)],
    failures: 3,
    parked: { since: after(0), failures: 12, reason: 'broken' },
  };

  const writes: Readonly<Record<string, (order: PaymentOrder) => Promise<PaymentOrder>>> = {
    'a change': async (order) => {
      const changed = { ...order, version: order.version + 1 };
      expect(await orders.save(changed, order.version)).toBe('saved');
      return changed;
    },
    'that its events were logged': async (order) => {
      await orders.forgetRelayedEvents(order, order.lastSequence);
      return { ...order, outbox: [] };
    },
  };
  test.each(Object.entries(writes))('is derived anew by each write: %s', async (_what, write) => {
    const order = paidThen();
    await orders.insert(order);
    await stored().updateOne({ _id: order.orderId }, { $set: { due: wrong } });
    const written = await write(order);
    expect(await storedOf(order)).toEqual(toOrderDocument(written));
  });

  test('are derived again when the order is resumed, except the time at which it is due', async () => {
    const order = paidThen();
    await orders.insert(order);
    await stored().updateOne({ _id: order.orderId }, { $set: { due: wrong } });
    expect(await orders.resume(order.orderId, after(60))).toBe('resumed');
    const { due } = toOrderDocument(order);
    expect((await storedOf(order)).due).toEqual({ ...due, attentionAt: after(60) });
  });
});

describe.each([
  ['no form', ({ schema: _, ...document }: OrderDocument) => document],
  ['a later form', (document: OrderDocument) => ({ ...document, schema: schemaNumbers.orders + 1 })],
])('an order that says %s', (_form, formed) => {
  const order = paidThen();
  const isOther = expect.toSatisfy((error) => error instanceof OtherFormError);
  beforeEach(async () => {
    await connection.collection('orders').insertOne(formed(toOrderDocument(order)) as object);
  });

  test('is not read', async () => {
    await expect(orders.find(order.orderId)).rejects.toEqual(isOther);
    const span = { merchantId: 'mer_1', from: after(0), before: after(DAY) };
    await expect(allOf(orders.withMoneyMoved(span))).rejects.toEqual(isOther);
  });

  test('Kassa never overwrites an order that is stored in an unknown format, whatever the order’s version number (fault 74)', async () => {
    const before = await storedOf(order);
    expect(await orders.insert(order)).toBe('exists');
    expect(await orders.save({ ...order, version: order.version + 1 }, order.version)).toBe('conflict');
    const another = newOrder({ merchantTransactionId: 'another' });
    await orders.insert(another);
    const together = [order, another].map((each) =>
      orders.save({ ...each, version: each.version + 1 }, each.version),
    );
    expect(await Promise.all(together)).toEqual(['conflict', 'saved']);
    await orders.forgetRelayedEvents(order, order.lastSequence);
    expect(await orders.putOff(order.orderId, fault, after(99 * DAY))).toBeNull();
    expect(await storedOf(order)).toEqual(before);
  });
});

test('orders without a schema number are found by an index that contains only such orders', async () => {
  await orders.insert(paidThen());
  await orders.insert(newOrder({ merchantTransactionId: 'new' }));
  const collection = connection.collection('orders');
  const { queryPlanner } = await collection.find(withoutForm).explain();
  expect(JSON.stringify(queryPlanner)).toContain(withoutFormIndex.options.name);
  expect(await collection.countDocuments(withoutForm)).toBe(0);
});

describe('a large order', () => {
  test('the largest possible order is stored and read back completely (fault 75)', async () => {
    const order = largestOrder();
    await orders.insert({ ...order, version: 1 });
    expect(await orders.save(order, 1)).toBe('saved');
    expect(await orders.find(order.orderId)).toEqual(order);
  });

  test('an order’s document of more than 1 MiB is not written, whatever made it so large (fault 75)', async () => {
    const order = { ...paid(), version: 500 };
    await orders.insert(order);
    const tooLarge = { ...order, version: 501, description: 'x'.repeat(orderLimits.documentBytes) };
    await expect(orders.save(tooLarge, 500)).rejects.toThrow(OrderFull);
    expect(await orders.find(order.orderId)).toEqual(order);
  });
});
