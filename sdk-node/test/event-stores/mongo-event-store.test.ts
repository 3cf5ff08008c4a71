import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type LocalDatabase, openLocalDatabase } from '@kassa/local-database';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MongoEventStore } from '../../src/event-stores/mongo-event-store.ts';
import { describeEventStore } from './event-store-contract.ts';

let server: LocalDatabase;
let mongo: MongoClient;
let collection: Collection;
let store: MongoEventStore;
beforeAll(async () => {
  const dataFolder = resolve(import.meta.dirname, '../../../.kassa/test-database');
  server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
  mongo = await MongoClient.connect(server.uri);
  collection = mongo.db(`sdk_node_test_${randomBytes(6).toString('hex')}`).collection('webhook_events');
  store = new MongoEventStore(collection);
});
afterAll(async () => {
  await mongo.db(collection.dbName).dropDatabase();
  await mongo.close();
  await server.stop();
});

describeEventStore('the store in MongoDB', () => store);

describe('the documents of MongoEventStore', () => {
  it('expire by a TTL index', async () => {
    await store.claim('evt_index', 60);
    expect(await collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { ends_at: 1 }, expireAfterSeconds: 0 }),
    );
  });

  it('stay for longer than the gateway can resend the events', async () => {
    await store.complete('evt_kept');
    const kept = await collection.findOne<{ ends_at: Date }>({ _id: 'evt_kept' as never });
    const days = ((kept?.ends_at.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(32);
  });

  it('are shared by stores of several processes', async () => {
    const other = new MongoEventStore(collection);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).claim('evt_shared', 60)),
    );
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
  });

  it('are written again after the database was away for the index', async () => {
    let isAway = true;
    const unsteady = new MongoEventStore({
      createIndex: async (...index) => {
        if (isAway) throw new Error('no server');
        return collection.createIndex(...index);
      },
      findOneAndUpdate: (...args) => collection.findOneAndUpdate(...(args as [never, never, never])),
      updateOne: (...args) => collection.updateOne(...(args as [never, never, never])),
      deleteOne: (...args) => collection.deleteOne(...(args as [never])),
    });
    await expect(unsteady.claim('evt_unsteady', 60)).rejects.toThrow('no server');
    isAway = false;
    expect(await unsteady.claim('evt_unsteady', 60)).toMatchObject({ kind: 'claimed' });
  });

  it('expire even if a process died before it wrote its claim', async () => {
    const dying = new MongoEventStore({
      createIndex: (...index) => collection.createIndex(...index),
      findOneAndUpdate: () => Promise.reject(new Error('killed')),
      updateOne: (...args) => collection.updateOne(...(args as [never, never, never])),
      deleteOne: (...args) => collection.deleteOne(...(args as [never])),
    });
    await expect(dying.claim('evt_dying', 60)).rejects.toThrow('killed');
    const left = await collection.findOne<{ ends_at?: Date }>({ _id: 'evt_dying' as never });
    expect(left?.ends_at?.getTime()).toBeLessThan(Date.now());
    expect(await store.claim('evt_dying', 60)).toMatchObject({ kind: 'claimed' });
  });
});
