import { afterAll, beforeAll, expect, test } from 'vitest';
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
