import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCommandTimes, type TimedClient } from '../../src/adapters/outbound/mongo/command-times.ts';
import { MongoChannelFees } from '../../src/adapters/outbound/mongo/mongo-channel-fees.ts';
import { money } from '../builders/orders.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('the fees of many movements are found in one batch, because a further batch could repeat or miss fees that are being written', async () => {
  const connection = await database.connect();
  const fees = new MongoChannelFees(connection);
  await database.prepare(connection);
  const at = new Date('2026-11-20T10:00:00Z');
  const bookingIds = Array.from({ length: 300 }, (_, index) => `ProcessorA payment txn_${index} in`);
  const booked = bookingIds.map((bookingId) => ({
    bookingId,
    fees: [{ at, fee: money(61), net: money(39) }],
  }));
  await fees.record({ channelId: 'ProcessorA', date: '2026-11-20', booked });

  const registry = new Registry();
  exportCommandTimes(registry, connection.getClient() as unknown as TimedClient);
  expect((await fees.find(bookingIds)).size).toBe(300);
  const counts = (await registry.metrics()).split('\n').filter((line) => line.includes('_seconds_count{'));
  expect(counts).toHaveLength(1);
  expect(counts[0]).toMatch(/command="find".* 1$/);
});
