import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { inMoneyHour } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { afterChange, latest, newOrder, opened, submitted, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

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

function paidAt(seconds: number, number: string, merchantId: string): PaymentOrder {
  const expiresAt = after(10 * DAY);
  const order = submitted(opened(newOrder({ merchantTransactionId: number, merchantId, expiresAt })));
  return afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(seconds)));
}

/**
 * Returns how the database plans to find the orders for the adapter's query. mongod and DocumentDB describe their plans
 * differently.
 */
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

describe('orders by the hour in which their money moved', () => {
  beforeEach(async () => {
    // Store one paid order an hour for each of two merchants, and as many unpaid orders.
    const hours = Array.from({ length: 72 }, (_, hour) => hour);
    await Promise.all(
      hours.flatMap((hour) => [
        orders.insert(paidAt(hour * HOUR, `mine-${hour}`, 'mer_1')),
        orders.insert(paidAt(hour * HOUR, `theirs-${hour}`, 'mer_2')),
        orders.insert(newOrder({ merchantTransactionId: `new-${hour}` })),
      ]),
    );
  });

  test('are found by their index, which reads only the merchant’s orders of the requested hour', async () => {
    const plan = await planFor(after(DAY), 'mer_1');
    expect(plan.text).toContain('due.moneyHours_1_order.merchantId_1');
    expect(plan.text).not.toMatch(/COLLSCAN|Seq Scan/);
    expect(plan.hours).toEqual(['2026-11-22T10:00:00.000Z']);
    expect(plan.bounds).toMatch(/\[\\"mer_1\\", \\"mer_1\\"\]/);
  });

  test('of all merchants are found by the same index', async () => {
    const plan = await planFor(after(DAY), null);
    expect(plan.text).toContain('due.moneyHours_1_order.merchantId_1');
    expect(plan.text).not.toMatch(/COLLSCAN|Seq Scan/);
    expect(plan.hours).toEqual(['2026-11-22T10:00:00.000Z']);
  });

  test('are not in the index while no money has moved', async () => {
    const collection = connection.collection('orders');
    const index = (await collection.indexes()).find(
      ({ name }) => name === 'due.moneyHours_1_order.merchantId_1',
    );
    expect(index?.partialFilterExpression).toEqual({ 'due.moneyHours': { $exists: true } });
    expect(await collection.countDocuments({ 'due.moneyHours': { $exists: true } })).toBe(2 * 72);
  });
});
