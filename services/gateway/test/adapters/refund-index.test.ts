import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { refundTimesIndex, withRefundsCreated } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { newOrder } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { refunded } from '../port-contracts/refund-list-contract.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

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

const everything = { from: null, before: after(600), state: null, origin: null, after: null } as const;

describe('refunds by the time at which they were created', () => {
  test('are found by their index, which has no orders without refunds', async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    await Promise.all(
      numbers.flatMap((number) => [
        orders.insert(refunded(`mine-${number}`, [{ seconds: number }])),
        orders.insert(refunded(`theirs-${number}`, [{ seconds: number }], 'mer_2')),
        orders.insert(newOrder({ merchantTransactionId: `new-${number}` })),
      ]),
    );
    const span = { from: after(10), before: after(12) };
    const stored = connection.collection('orders');
    const { queryPlanner } = await stored.find(withRefundsCreated('mer_1', span, {})).explain();
    const plan = JSON.stringify(queryPlanner);
    expect(plan).toContain(refundTimesIndex.options.name);
    expect(plan).not.toMatch(/COLLSCAN|Seq Scan/);
    expect(await stored.countDocuments(refundTimesIndex.options.partialFilterExpression)).toBe(100);
  });

  test('are listed in sequence even if one moment has more than the gateway reads at once', async () => {
    const numbers = Array.from({ length: 510 }, (_, number) => number);
    await Promise.all(numbers.map((number) => orders.insert(refunded(`T${number}`, [{ seconds: 5 }]))));
    await orders.insert(refunded('late', [{ seconds: 6 }]));
    await orders.insert(refunded('early', [{ seconds: 4 }]));
    const list = await orders.listRefundsOf('mer_1', everything, 1_000);
    const found = list.map(({ refund }) => refund.transactionId);
    expect(new Set(found).size).toBe(512);
    expect([found[0], found.at(-1)]).toEqual(['late-1', 'early-1']);
  });
});
