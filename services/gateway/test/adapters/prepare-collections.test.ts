import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoNonceStore } from '../../src/adapters/outbound/mongo/mongo-nonce-store.ts';
import { prepareCollections } from '../../src/adapters/outbound/mongo/prepare-collections.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('an expiry that an earlier version gave a collection is dropped, by two instances at once; nonces keep theirs', async () => {
  const connections = [await database.connect(), await database.connect()];
  for (const connection of connections) {
    new MongoCallbackInbox(connection);
    new MongoNonceStore(connection);
  }
  const [connection] = connections;
  const callbacks = connection?.collection('channel_callbacks');
  await callbacks?.createIndex({ receivedAt: 1 }, { expireAfterSeconds: 2_592_000 });
  await Promise.all(connections.map(prepareCollections));
  const expiriesOf = async (name: string) =>
    (await connection?.collection(name).indexes())
      ?.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
      .map(({ key }) => key);
  expect(await expiriesOf('channel_callbacks')).toEqual([]);
  expect(await expiriesOf('nonces')).toEqual([{ expiresAt: 1 }]);
});

test('indexes that the database gave up for those of another instance are made all the same', async () => {
  const connection = await database.connect();
  new MongoNonceStore(connection);
  const [model] = Object.values(connection.models);
  const deadlock = new MongoServerError({ message: 'deadlock detected', code: 16_908_292 });
  if (model === undefined) throw new Error('the store declares no collection');
  const createIndexes = vi.spyOn(model, 'createIndexes').mockRejectedValueOnce(deadlock);
  await prepareCollections(connection);
  expect(createIndexes).toHaveBeenCalledTimes(2);
  createIndexes.mockRejectedValue(deadlock);
  await expect(prepareCollections(connection)).rejects.toThrow('the database did not answer');
});
