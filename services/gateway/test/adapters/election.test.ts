import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { newOrder } from '../builders/orders.ts';
import { ElectingServers } from '../support/electing-servers.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function electingDatabase() {
  const servers = await ElectingServers.start(database.uri);
  onTestFinished(() => servers.stop());
  const connection = await connectDatabase(servers.uri, database.name);
  onTestFinished(() => connection.close());
  const orders = new MongoOrderRepository(connection);
  await database.prepare(connection);
  await database.empty();
  return { servers, orders };
}

const newOrders = () =>
  Array.from({ length: 20 }, (_, number) => newOrder({ merchantTransactionId: `order ${number}` }));

test('writes and reads that a former primary refuses are repeated at the new one (fault 72)', async () => {
  const { servers, orders } = await electingDatabase();
  const stored = newOrders();
  await Promise.all(stored.map((order) => orders.insert(order)));
  servers.stepDown();
  const saved = stored.map((order) => orders.save({ ...order, version: order.version + 1 }, order.version));
  const found = orders.find(stored[0]?.orderId ?? '');
  await expect.poll(() => servers.isLossNoticed, { timeout: 10_000 }).toBe(true);
  servers.elect(1);
  expect(new Set(await Promise.all(saved))).toEqual(new Set(['saved']));
  expect((await found)?.orderId).toBe(stored[0]?.orderId);
});

test('if the answer to a write is lost in an election, the write is repeated and takes effect once (fault 72)', async () => {
  const { servers, orders } = await electingDatabase();
  servers.stepDownDuringNextWrite();
  const inserted = newOrders().map((order) => orders.insert(order));
  await expect.poll(() => servers.hasPrimary, { timeout: 10_000 }).toBe(false);
  servers.elect(1);
  expect(new Set(await Promise.all(inserted))).toEqual(new Set(['inserted']));
  expect(servers.repeated).toBeGreaterThan(0);
});
