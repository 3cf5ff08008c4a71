import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type OrderDocument,
  orderModel,
  refundTimesIndex,
  toOrderDocument,
  withRefundsCreated,
} from '../../src/adapters/outbound/mongo/order-documents.ts';
import { readRefunds } from '../../src/adapters/outbound/mongo/read-refunds.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { newOrder } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { refunded } from '../port-contracts/refund-list-contract.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  orderModel(connection);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const everything = { from: null, before: after(600), state: null, origin: null, after: null } as const;

async function insert(stored: readonly PaymentOrder[]): Promise<void> {
  await connection.collection<OrderDocument>('orders').insertMany(stored.map(toOrderDocument));
}

describe('refunds by the time at which they were created', () => {
  test('are found by their index, which has no orders without refunds', async () => {
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    await insert(
      numbers.flatMap((number) => [
        refunded(`mine-${number}`, [{ seconds: number }]),
        refunded(`theirs-${number}`, [{ seconds: number }], 'mer_2'),
        newOrder({ merchantTransactionId: `new-${number}` }),
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
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    await insert([
      refunded('early', [{ seconds: 4 }]),
      ...numbers.map((number) => refunded(`T${number}`, [{ seconds: 5 }])),
      refunded('late', [{ seconds: 6 }]),
    ]);
    const list = await readRefunds(connection.model<OrderDocument>('Order'), 'mer_1', everything, 100, 3);
    const found = list.map(({ refund }) => refund.transactionId);
    expect(new Set(found).size).toBe(22);
    expect([found[0], found.at(-1)]).toEqual(['late-1', 'early-1']);
  });
});
