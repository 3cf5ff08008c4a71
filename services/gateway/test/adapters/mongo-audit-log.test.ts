import { afterAll, beforeAll, expect, test } from 'vitest';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { type AuditEntry, newAuditEntry } from '../../src/domain/audit-entry.ts';
import { chainStart, linkAfter } from '../../src/domain/operator/audit-chain.ts';
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

test('records that are appended at the same time by two instances, some of them twice, are linked in a few batches to one chain', async () => {
  const connections = [await database.connect(), await database.connect()];
  const logs = connections.map((connection) => new MongoAuditLog(connection));
  const [log, other] = logs as [MongoAuditLog, MongoAuditLog];
  let inserts = 0;
  for (const connection of connections) {
    connection.set('debug', (_collection: string, method: string) => {
      if (method.startsWith('insert')) inserts += 1;
    });
  }
  const before = (await log.head())?.sequence ?? 0;
  const entries = Array.from({ length: 90 }, (_, index) => entryAt(100 + index));
  await log.append(entries[40] as AuditEntry);
  await Promise.all(
    entries
      .map((entry, index) => (index % 3 === 0 ? other : log).append(entry))
      .concat(entries.slice(0, 9).map((entry) => log.append(entry))),
  );

  const records = await log.records(before + 1, 1_000);
  expect(records.map(({ entryId }) => entryId).toSorted()).toEqual(
    entries.map(({ entryId }) => entryId).toSorted(),
  );
  let link = chainStart;
  for (const { sequence, previousHash, hash, ...record } of await log.records(1, 1_000)) {
    link = linkAfter(link, record);
    expect({ sequence, previousHash, hash }).toEqual(link);
  }
  expect(inserts).toBeLessThan(30);
});

function entryAt(seconds: number) {
  const caller = { operator: 'ann', address: '10.0.0.7', requestId: `req_${seconds}` };
  const change = { action: 'merchant.settings', about: ['mer_1'], details: {} } as const;
  return newAuditEntry({ ...caller, ...change }, after(seconds));
}
