import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createIndexes, patiently } from '../../src/adapters/outbound/mongo/build-index.ts';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { databaseFaultOf } from '../../src/adapters/outbound/mongo/database-fault.ts';
import { MongoNonceStore } from '../../src/adapters/outbound/mongo/mongo-nonce-store.ts';
import { prepareCollections } from '../../src/adapters/outbound/mongo/prepare-collections.ts';
import { HalfDatabase } from '../support/half-database.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('indexes whose build the database abandoned because of another instance’s are built nevertheless', async () => {
  const connection = await database.connect();
  new MongoNonceStore(connection);
  const [model] = Object.values(connection.models);
  const deadlock = new MongoServerError({ message: 'deadlock detected', code: 16_908_292 });
  if (model === undefined) throw new Error('the store declares no collection');
  const createIndexes = vi.spyOn(model.collection, 'createIndexes').mockRejectedValueOnce(deadlock);
  await prepareCollections(connection);
  expect(createIndexes).toHaveBeenCalledTimes(2);
  createIndexes.mockRejectedValue(deadlock);
  await expect(prepareCollections(connection)).rejects.toThrow('the database did not answer');
});

test('a database that lacks an index, or has it with other options than declared, is refused', async () => {
  const connection = await database.connect();
  new MongoNonceStore(connection);
  await prepareCollections(connection);
  await connection.collection('nonces').dropIndex('expiresAt_1');
  await connection.collection('nonces').createIndex({ expiresAt: 1 }, { name: 'without_ttl' });
  const [model] = Object.values(connection.models);
  if (model !== undefined) vi.spyOn(model.collection, 'createIndexes').mockResolvedValue([]);
  await expect(prepareCollections(connection)).rejects.toThrow('nonces (expiresAt)');
});

test('an index build may take longer than other commands (fault 73)', async () => {
  const socketTimeoutMs = 300;
  const slow = await HalfDatabase.start(async (command) => {
    if (command === 'createIndexes') await pause(5 * socketTimeoutMs);
    return { ok: 1 };
  });
  const connection = await connectDatabase(slow.uri, 'kassa', socketTimeoutMs);
  try {
    new MongoNonceStore(connection);
    const [model] = Object.values(connection.models);
    if (model === undefined) throw new Error('the store declares no collection');
    await createIndexes(model, [{ key: { expiresAt: 1 } }]);
  } finally {
    await connection.close();
    await slow.stop();
  }
});

test('the wait for an index build ends if the database gives no answer any more', async () => {
  const connection = await database.connect();
  const told: number[] = [];
  const neverEnding = patiently(
    connection,
    () => new Promise(() => {}),
    async (seconds) => {
      told.push(seconds);
      if (told.length === 2) await connection.close();
    },
    50,
  );
  await expect(neverEnding).rejects.toThrow();
  expect(told.length).toBeGreaterThanOrEqual(2);
});

test('a start refuses an index with other options, and says which command replaces it', async () => {
  const connection = await database.connect();
  new MongoNonceStore(connection);
  await prepareCollections(connection, undefined, 'replace');
  await connection.collection('nonces').dropIndex('expiresAt_1');
  await connection.collection('nonces').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 3_600 });
  const error = await prepareCollections(connection).catch((refusal: unknown) => refusal);
  expect(databaseFaultOf(error)).toMatchObject({
    reason: 'its index nonces (expiresAt) has other options than this version needs',
    advice: expect.stringContaining('`kassa-admin database migrate`'),
  });
});
