import { MongoClient } from 'mongodb';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportCommandTimes, type TimedClient } from '../../src/adapters/outbound/mongo/command-times.ts';
import { type HalfAnswer, HalfDatabase } from '../support/half-database.ts';

const cursor = (id: bigint, batch: 'firstBatch' | 'nextBatch') => ({
  cursor: { id, ns: 'kassa.orders', [batch]: [{ _id: 'ord_1' }] },
  ok: 1,
});

const answers: Readonly<Record<string, HalfAnswer>> = {
  find: cursor(7n, 'firstBatch'),
  getMore: cursor(0n, 'nextBatch'),
  insert: { n: 1, ok: 1 },
  update: { ok: 0, code: 13, errmsg: 'not authorized' },
};

let database: HalfDatabase;
let client: MongoClient;
let registry: Registry;
beforeEach(async () => {
  database = await HalfDatabase.start((command) => answers[command] ?? { ok: 1 });
  client = await new MongoClient(database.uri, { retryWrites: false }).connect();
  registry = new Registry();
  exportCommandTimes(registry, client as unknown as TimedClient);
});
afterEach(async () => {
  await client.close();
  await database.stop();
});

async function counts(): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.includes('_seconds_count{'));
}

test('commands are measured by command and collection, also the further batches of a cursor and failing commands', async () => {
  const db = client.db('kassa');
  expect(await db.collection('orders').find().toArray()).toHaveLength(2);
  await db.collection('events').insertOne({ n: 1 });
  await db.collection('events').insertMany([{ n: 2 }]);
  await expect(db.collection('merchants').updateOne({}, { $set: { n: 1 } })).rejects.toThrow(
    'not authorized',
  );
  const name = 'kassa_database_command_seconds_count';
  expect(await counts()).toEqual([
    `${name}{command="find",collection="orders"} 1`,
    `${name}{command="getMore",collection="orders"} 1`,
    `${name}{command="insert",collection="events"} 2`,
    `${name}{command="update",collection="merchants"} 1`,
  ]);
});

test('half a second is the limit of a bucket, because the rule KassaDatabaseSlow reads this bucket', async () => {
  await client.db('kassa').collection('events').insertOne({ n: 1 });
  const bucket = 'kassa_database_command_seconds_bucket{le="0.5",command="insert",collection="events"}';
  expect(await registry.metrics()).toContain(`${bucket} 1\n`);
});

test('other commands and collections make no further time series', async () => {
  const db = client.db('kassa');
  for (const name of ['one', 'two', 'three']) await db.collection(name).insertOne({ n: 1 });
  await db.command({ ping: 1 });
  await db.command({ buildInfo: 1 });
  const name = 'kassa_database_command_seconds_count';
  expect(await counts()).toEqual([
    `${name}{command="insert",collection="other"} 3`,
    `${name}{command="other",collection="other"} 2`,
  ]);
});
