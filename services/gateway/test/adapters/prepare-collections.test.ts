import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MongoNonceStore } from '../../src/adapters/outbound/mongo/mongo-nonce-store.ts';
import { prepareCollections } from '../../src/adapters/outbound/mongo/prepare-collections.ts';
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
