import type { Connection, Model } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { type OrderDocument, orderModel } from '../../src/adapters/outbound/mongo/order-documents.ts';
import type { OrderSpan } from '../../src/ports/order-repository.ts';
import { newOrder } from '../builders/orders.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const all: OrderSpan = { from: null, before: null, state: null, after: null };

let database: TestDatabase;
let connection: Connection;
let model: Model<OrderDocument>;
let orders: MongoOrderRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  orders = new MongoOrderRepository(connection);
  model = orderModel(connection);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

/** Stores an order for each age, the oldest first, and returns the numbers from the newest to the oldest. */
async function store(agesMs: readonly number[], nowMs: number): Promise<readonly string[]> {
  for (const ageMs of agesMs.toReversed()) {
    await orders.insert(newOrder({ merchantTransactionId: `${ageMs}`, createdAt: new Date(nowMs - ageMs) }));
  }
  return agesMs.map(String);
}

test('pages of orders from very different times are complete, in order, and without repetition', async () => {
  const nowMs = Date.now();
  const stored = await store(
    [-400, -1, 0, 1, 3, 70, 900, 900.5, 1000].map((days) => days * DAY_MS).concat([2_000 * DAY_MS]),
    nowMs,
  );
  const listed: string[] = [];
  let after: OrderSpan['after'] = null;
  for (;;) {
    const page = await orders.listOfMerchant('mer_1', { ...all, after }, 3);
    listed.push(...page.map(({ merchantTransactionId }) => merchantTransactionId));
    after = page.at(-1) ?? null;
    if (page.length < 3) break;
  }
  expect(listed).toEqual(stored);
  const within = { ...all, from: new Date(nowMs - 900.5 * DAY_MS), before: new Date(nowMs - DAY_MS) };
  const bounded = await orders.listOfMerchant('mer_1', within, 10);
  expect(bounded.map(({ merchantTransactionId }) => merchantTransactionId)).toEqual(
    [3, 70, 900, 900.5].map((days) => String(days * DAY_MS)),
  );
});

test('a page of recent orders is read from a short span, and an empty list takes five searches', async () => {
  await store([MINUTE_MS, 2 * MINUTE_MS, 5 * DAY_MS], Date.now());
  const find = vi.spyOn(model, 'find');
  expect(await orders.listOfMerchant('mer_1', all, 2)).toHaveLength(2);
  expect(find).toHaveBeenCalledOnce();
  const [[filter] = []] = find.mock.calls as unknown as [{ 'order.createdAt': { $gte: Date } }][];
  const start = filter?.['order.createdAt'].$gte.getTime() ?? 0;
  expect(Date.now() - start).toBeLessThan(DAY_MS);
  find.mockClear();
  expect(await orders.listOfMerchant('mer_2', all, 2)).toHaveLength(0);
  expect(find).toHaveBeenCalledTimes(5);
  find.mockRestore();
});
