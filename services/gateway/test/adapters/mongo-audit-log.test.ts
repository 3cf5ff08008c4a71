import { afterAll, beforeAll, expect, test } from 'vitest';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { newAuditEntry } from '../../src/domain/audit-entry.ts';
import { after } from '../builders/times.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('to append a record, an instance searches the chain only from the latest record that it knows', async () => {
  const connection = await database.connect();
  const [log, other] = [new MongoAuditLog(connection), new MongoAuditLog(await database.connect())];
  await database.prepare(connection);
  const searches: unknown[] = [];
  connection.set('debug', (_collection: string, method: string, filter: unknown) => {
    if (method === 'find') searches.push(filter);
  });
  await log.append(entryAt(1));
  await log.append(entryAt(2));
  await other.append(entryAt(3));
  await log.append(entryAt(4));
  await log.append(entryAt(5));
  expect(searches.map((filter) => (filter as { sequence: { $gte: number } }).sequence.$gte)).toEqual([
    0, 0, 1, 2, 4,
  ]);
});

function entryAt(seconds: number) {
  const caller = { operator: 'ann', address: '10.0.0.7', requestId: `req_${seconds}` };
  const change = { action: 'merchant.settings', about: ['mer_1'], details: {} } as const;
  return newAuditEntry({ ...caller, ...change }, after(seconds));
}
