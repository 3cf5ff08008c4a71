import type { Connection, Model } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { type OrderDocument, orderModel } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { PageEnds } from '../../src/adapters/outbound/mongo/page-ends.ts';
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
  model = orderModel(connection);
  await database.prepare(connection);
});
beforeEach(async () => {
  await database.empty();
  orders = new MongoOrderRepository(connection);
});
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

/** How many searches the first page takes, and which orders it contains. */
async function searchesOf(limit: number, span: Partial<OrderSpan> = {}) {
  const find = vi.spyOn(model, 'find');
  const page = await orders.listOfMerchant('mer_1', { ...all, ...span }, limit);
  const filters = find.mock.calls as unknown as [{ 'order.createdAt': { $gte: Date } }][];
  const starts = filters.map(([filter]) => filter['order.createdAt'].$gte.getTime());
  find.mockRestore();
  return { starts, listed: page.map(({ merchantTransactionId }) => merchantTransactionId) };
}

test('a first page that was read before takes one search that ends where the page ended', async () => {
  const nowMs = Date.now();
  await store(
    [20, 30, 40].map((days) => days * DAY_MS),
    nowMs,
  );
  expect((await searchesOf(2)).starts).toHaveLength(4);
  await store([MINUTE_MS], nowMs);
  const { starts, listed } = await searchesOf(2);
  expect(listed).toEqual([MINUTE_MS, 20 * DAY_MS].map(String));
  expect(starts).toEqual([nowMs - 30 * DAY_MS]);
  expect((await searchesOf(2)).starts).toEqual([nowMs - 20 * DAY_MS]);
});

test('a list that was shorter than a page takes one search', async () => {
  const nowMs = Date.now();
  await store([2 * MINUTE_MS], nowMs);
  expect((await searchesOf(3)).starts).toHaveLength(5);
  await store([MINUTE_MS], nowMs);
  const { starts, listed } = await searchesOf(3);
  expect(listed).toEqual([MINUTE_MS, 2 * MINUTE_MS].map(String));
  expect(starts).toEqual([0]);
  const from = new Date(nowMs - 1.5 * MINUTE_MS);
  expect((await searchesOf(3, { from })).listed).toEqual([String(MINUTE_MS)]);
});

test('a page is complete although orders have left the list since it was read before', async () => {
  const nowMs = Date.now();
  await store(
    [1, 2, 3, 4].map((days) => days * DAY_MS),
    nowMs,
  );
  expect((await searchesOf(2)).listed).toEqual([DAY_MS, 2 * DAY_MS].map(String));
  await model.deleteOne({ 'order.merchantTransactionId': String(DAY_MS) });
  expect((await searchesOf(2)).listed).toEqual([2 * DAY_MS, 3 * DAY_MS].map(String));
});

test('the end of a page is forgotten after a quarter of an hour, because many orders may have been created since', () => {
  const ends = new PageEnds();
  const [last, notedAt] = [new Date(1_000), new Date(DAY_MS)];
  ends.note('page', last, notedAt);
  expect(ends.recall('page', new Date(DAY_MS + 15 * MINUTE_MS - 1))).toBe(1_000);
  expect(ends.recall('page', new Date(DAY_MS + 15 * MINUTE_MS))).toBeUndefined();
  expect(ends.recall('another', notedAt)).toBeUndefined();
});
