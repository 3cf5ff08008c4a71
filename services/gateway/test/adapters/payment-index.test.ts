import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackModel, waitingFor } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import {
  type OrderDocument,
  openingIndexes,
  orderModel,
  paymentIndexes,
  toOrderDocument,
} from '../../src/adapters/outbound/mongo/order-documents.ts';
import { newOrder, opened, paid, submitted } from '../builders/orders.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  orderModel(connection);
  callbackModel(connection);
  await database.prepare(connection);
});
afterAll(() => database.drop());

test.each(paymentIndexes)(
  'orders are found by a payment in $options.name, which has no orders without one',
  async ({ options, filter }) => {
    await database.empty();
    const orders = connection.collection<OrderDocument>('orders');
    const stored = Array.from({ length: 100 }, (_, number) => {
      const order = newOrder({ merchantTransactionId: `${number}` });
      return toOrderDocument({ ...paid(submitted()), orderId: order.orderId });
    });
    await orders.insertMany(stored);
    const field = Object.keys(options.partialFilterExpression)[0] ?? '';
    const isOfAttempts = field.startsWith('order.attempts');
    const value = isOfAttempts
      ? stored[0]?.order.attempts.map((attempt) => ({ ...attempt, paymentReference: 'P1' }))
      : [{ attemptId: 'txn_1', reported: { amountMinor: 1, currency: 'USD' }, paymentReference: 'P1' }];
    const list = field.slice(0, field.lastIndexOf('.'));
    await orders.updateOne({ _id: stored[0]?._id ?? '' }, { $set: { [list]: value } } as never);
    expect(await orders.find(filter('P1') as never).toArray()).toHaveLength(1);
    expect(await orders.countDocuments(options.partialFilterExpression as never)).toBe(1);
    const { queryPlanner } = await orders.find(filter('P1') as never).explain();
    expect(JSON.stringify(queryPlanner)).toContain(options.name);
    expect(JSON.stringify(queryPlanner)).not.toMatch(/COLLSCAN|Seq Scan/);
  },
);

test('orders are found by the reference of an opening in opening_references', async () => {
  await database.empty();
  const orders = connection.collection<OrderDocument>('orders');
  const stored = Array.from({ length: 100 }, (_, number) =>
    toOrderDocument(submitted(opened(newOrder({ merchantTransactionId: `${number}` })))),
  );
  await orders.insertMany(stored);
  const reference = stored[0]?.order.attempts[0]?.opening?.channelReference ?? '';
  const [ofOrders, ofTombstones] = openingIndexes;
  for (const [{ filter, options }, count] of [[ofOrders, 1] as const, [ofTombstones, 0] as const]) {
    expect(await orders.find(filter(reference) as never).toArray()).toHaveLength(count);
    const { queryPlanner } = await orders.find(filter(reference) as never).explain();
    expect(JSON.stringify(queryPlanner)).toContain(options.name);
    expect(JSON.stringify(queryPlanner)).not.toMatch(/COLLSCAN|Seq Scan/);
  }
});

test('callbacks that wait for an order or for a payment are found by their indexes', async () => {
  const callbacks = connection.collection('channel_callbacks');
  const filter = waitingFor([{ orderId: 'ord_1', paymentReferences: ['P1'] }]);
  const { queryPlanner } = await callbacks.find(filter as never).explain();
  const plan = JSON.stringify(queryPlanner);
  expect(plan).toContain('waitsForOrder_1');
  expect(plan).toContain('waitsForPayment_1');
  expect(plan).not.toMatch(/COLLSCAN|Seq Scan/);
});
