import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MongoReconciliationLog } from '../../src/adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { after } from '../builders/times.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
});
afterAll(() => database.drop());

test('of the days that an earlier version kept, those that it was not done with are due', async () => {
  const log = new MongoReconciliationLog(connection);
  await database.prepare(connection);
  const compared = (isFinal: boolean, pendingCount: number) => ({
    kind: 'compared',
    isFinal,
    at: after(0),
    reconciliation: { pendingCount, agreed: [] },
  });
  const outcomes = {
    '2026-11-01': compared(true, 0),
    '2026-11-02': compared(true, 1),
    '2026-11-03': compared(false, 0),
    '2026-11-04': { kind: 'unavailable', detail: 'not yet', at: after(0) },
    '2026-11-05': null,
  };
  const kept = Object.entries(outcomes).map(([date, outcome]) => {
    return { _id: `${date} Sandbox`, channelId: 'Sandbox', date, claimedUntil: null, outcome };
  });
  await connection.collection<{ _id: string }>('reconciliations').insertMany(kept);
  expect(await log.datesOf('Sandbox', '2026-11-30')).toEqual(Object.keys(outcomes));
  const due = await log.listDue(['Sandbox'], { business: after(0), real: after(0) }, 10);
  expect(due.map(({ date }) => date)).toEqual(['2026-11-05', '2026-11-04', '2026-11-03', '2026-11-02']);
});
