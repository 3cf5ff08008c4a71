import { type Collection, MongoClient } from 'mongodb';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eachOnce } from '../../src/adapters/outbound/mongo/each-once.ts';
import { HalfDatabase } from '../support/half-database.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

interface Stored {
  readonly _id: string;
  readonly group: number;
  readonly text: string;
}

let database: TestDatabase;
let connection: Connection;
let collection: Collection<Stored>;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  collection = connection.collection('each_once') as unknown as Collection<Stored>;
  await collection.createIndex({ group: 1 });
});
beforeEach(() => collection.deleteMany({}));
afterAll(() => database.drop());

const stored = (index: number, length: number): Stored => ({
  _id: `doc_${String(index).padStart(5, '0')}`,
  group: 1,
  text: 'x'.repeat(length),
});

function search() {
  return eachOnce<Stored, Stored>(collection, { group: 1 }, { text: 1 });
}

test('documents of several batches are found once each, although all of them are written between two batches', async () => {
  const documents = Array.from({ length: 2_100 }, (_, index) => stored(index, 500));
  await collection.insertMany(documents);
  const found: string[] = [];
  for await (const { _id } of search()) {
    found.push(_id);
    if (found.length !== 1) continue;
    await collection.bulkWrite(
      documents.map(({ _id }, index) => ({
        replaceOne: { filter: { _id }, replacement: { group: 1, text: 'y'.repeat(600 + index) } },
      })),
    );
  }
  expect(found.toSorted()).toEqual(documents.map(({ _id }) => _id));
});

/** Searches a database that gives these answers, one after the other, and returns the IDs found and the commands sent. */
async function searchWith(answers: readonly (readonly [bigint, readonly string[]])[]) {
  const commands: string[] = [];
  const waiting = [...answers];
  const half = await HalfDatabase.start((command) => {
    if (command !== 'find' && command !== 'getMore') return { ok: 1 };
    commands.push(command);
    const [id, ids] = waiting.shift() ?? [0n, []];
    const batch = ids.map((_id) => ({ _id }));
    return {
      cursor: { id, ns: 'kassa.docs', [command === 'find' ? 'firstBatch' : 'nextBatch']: batch },
      ok: 1,
    };
  });
  const client = await new MongoClient(half.uri, { retryWrites: false }).connect();
  const found: string[] = [];
  const documents = eachOnce<Stored, Stored>(client.db('kassa').collection('docs'), {}, { _id: 1 });
  for await (const { _id } of documents) found.push(_id);
  await client.close();
  await half.stop();
  return { found, commands };
}

test('a document that the search repeats is returned once, and one that it misses is read afterwards', async () => {
  const { found, commands } = await searchWith([
    [7n, ['a', 'b']],
    [0n, ['b', 'd']],
    [0n, ['a', 'b', 'c', 'd']],
    [0n, ['c']],
  ]);
  expect(found).toEqual(['a', 'b', 'd', 'c']);
  expect(commands).toEqual(['find', 'getMore', 'find', 'find']);
});

test('no document is missed even if the batch that should contain it is empty', async () => {
  const { found } = await searchWith([
    [7n, ['a']],
    [0n, []],
    [0n, ['a', 'b']],
    [0n, ['b']],
  ]);
  expect(found).toEqual(['a', 'b']);
});

test('documents of one batch need one search', async () => {
  expect(await searchWith([[0n, ['a', 'b']]])).toEqual({ found: ['a', 'b'], commands: ['find'] });
});
