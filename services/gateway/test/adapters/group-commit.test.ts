import { MongoBulkWriteError } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GroupCommit } from '../../src/adapters/outbound/mongo/group-commit.ts';
import { nativeCollection } from '../../src/adapters/outbound/mongo/native-collection.ts';
import { writeTogether } from '../../src/adapters/outbound/mongo/write-together.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

interface Thing {
  readonly _id: string;
  readonly value: number;
  readonly text?: string;
}

function bulkFault(writeErrors: readonly { code: number; index: number }[]) {
  return new MongoBulkWriteError({ message: 'no', code: 11_000, writeErrors } as never, {} as never);
}

describe('group commit on a real collection', () => {
  let database: TestDatabase;
  let group: GroupCommit<Thing>;
  let things: readonly Model<Thing>[];
  let stamp = 0;
  let stamped: GroupCommit<Thing>;
  let insertMany: (fault: unknown) => void;

  beforeAll(async () => {
    database = await openTestDatabase();
    const connection = await database.connect();
    const other = await database.connect();
    const schema = new Schema<Thing>({ _id: String, value: Number, text: String }, { versionKey: false });
    const model = connection.model<Thing>('Thing', schema);
    await model.createCollection();
    things = [model, other.model<Thing>('Thing', schema)];
    group = new GroupCommit(model);
    stamped = new GroupCommit(model, (thing) => ({ ...thing, value: stamp }));
    const collection = nativeCollection(model);
    const real = collection.insertMany.bind(collection);
    insertMany = (fault) => {
      collection.insertMany = async () => {
        collection.insertMany = real;
        throw fault;
      };
    };
  });
  beforeEach(() => database.empty());
  afterAll(() => database.drop());

  test('completes a document when its batch is sent, not when it joins the queue', async () => {
    stamp = 1;
    const ids = Array.from({ length: 300 }, (_, index) => `t${index}`);
    const inserts = ids.map((_id) => stamped.insert({ _id, value: 0 }));
    // Two batches are in progress. The third one is sent when either of them ends.
    await Promise.race(inserts);
    stamp = 2;
    await Promise.all(inserts);
    const [first, last] = await Promise.all([stamped.find('t0'), stamped.find('t299')]);
    expect([first?.value, last?.value]).toEqual([1, 2]);
  });

  test('gives each insert its own outcome, even within one batch', async () => {
    await group.insert({ _id: 'b', value: 0 });
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'a', 'd'].map((_id, value) => group.insert({ _id, value })),
    );
    expect(outcomes).toEqual(['inserted', 'duplicate', 'inserted', 'duplicate', 'inserted']);
    const values = await Promise.all(['a', 'b', 'c', 'd'].map((id) => group.find(id)));
    expect(values.map((thing) => thing?.value)).toEqual([0, 0, 2, 4]);
  });

  test('two instances that insert the same keys in opposite orders do not deadlock', async () => {
    const instances = [
      new GroupCommit(things[0] as Model<Thing>),
      new GroupCommit(things[1] as Model<Thing>),
    ];
    for (let round = 0; round < 40; round += 1) {
      const ids = Array.from({ length: 24 }, (_, index) => `r${round}-${String(index).padStart(2, '0')}`);
      const outcomes = await Promise.all(
        [ids, ids.toReversed()].flatMap((order, index) =>
          order.map((_id) => instances[index]?.insert({ _id, value: index })),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(ids.length);
    }
  });

  test.each([
    ['a deadlock, as DocumentDB tells it', 16_908_292],
    ['a failed serialization, as DocumentDB tells it', 16_777_220],
    ['a write conflict, as MongoDB tells it', 112],
  ])('repeats a write that the database abandoned because of %s', async (_case, code) => {
    await group.insert({ _id: 'a', value: 0 });
    insertMany(
      bulkFault([
        { code: 11_000, index: 0 },
        { code, index: 1 },
      ]),
    );
    expect(await Promise.all(['a', 'b'].map((_id) => group.insert({ _id, value: 1 })))).toEqual([
      'duplicate',
      'inserted',
    ]);
    expect((await group.find('b'))?.value).toBe(1);
  });

  test('gives up a write that the database permanently refuses', async () => {
    let calls = 0;
    const conflict = bulkFault([{ code: 112, index: 0 }]);
    const refuses = writeTogether(['a'], async () => {
      calls += 1;
      throw conflict;
    });
    await expect(refuses).rejects.toThrow(TemporarilyUnavailable);
    expect(calls).toBe(6);
  });

  const large = 'x'.repeat(17_000_000);

  test.each([
    ['before the driver sends anything', large],
    ['beyond the driver’s buffer', `${large}${large}`],
  ])(
    'if a document is too large for the driver, the other writes of its batch still succeed (fault 70): found %s',
    async (_when, text) => {
      const tooLarge = { _id: 'b', value: 2, text };
      const outcomes = await Promise.allSettled(
        [{ _id: 'a', value: 1 }, tooLarge, { _id: 'c', value: 3 }].map((thing) => group.insert(thing)),
      );
      expect(outcomes).toMatchObject([
        { status: 'fulfilled', value: 'inserted' },
        { status: 'rejected', reason: { name: 'StorageRefused', refusal: 'too_large' } },
        { status: 'fulfilled', value: 'inserted' },
      ]);
      const updates = await Promise.allSettled([
        group.update({ filter: { _id: 'a' }, update: { $set: { text } } }),
        group.update({ filter: { _id: 'c' }, update: { $inc: { value: 1 } } }),
      ]);
      expect(updates).toMatchObject([
        { status: 'rejected', reason: { refusal: 'too_large' } },
        { status: 'fulfilled' },
      ]);
      expect([await group.find('a'), await group.find('c')]).toMatchObject([{ value: 1 }, { value: 4 }]);
    },
  );

  test('if the database refuses a document as too large, the other writes of its batch still succeed (fault 70)', async () => {
    insertMany(bulkFault([{ code: 10_334, index: 1 }]));
    const inserts = ['a', 'b', 'c'].map((_id) => group.insert({ _id, value: 0 }));
    expect(await Promise.allSettled(inserts)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { refusal: 'too_large' } },
      { status: 'fulfilled' },
    ]);
  });

  test('gives each lookup its own document', async () => {
    await Promise.all(['a', 'b'].map((_id, value) => group.insert({ _id, value })));
    const found = await Promise.all(['b', 'x', 'a', 'b'].map((id) => group.find(id)));
    expect(found.map((thing) => thing?.value)).toEqual([1, undefined, 0, 1]);
  });

  test('makes every update, even several of one document', async () => {
    await group.insert({ _id: 'a', value: 0 });
    await Promise.all(
      [1, 2, 3].map((value) => group.update({ filter: { _id: 'a' }, update: { $inc: { value } } })),
    );
    expect((await group.find('a'))?.value).toBe(6);
  });

  test('finds what was written before the lookup', async () => {
    for (let value = 0; value < 20; value += 1) {
      const _id = `thing-${value}`;
      await group.insert({ _id, value });
      expect((await group.find(_id))?.value).toBe(value);
    }
  });

  test.each([
    ['a fault of the database', [{ code: 91, index: 0 }]],
    [
      'duplicates beside a graver fault',
      [
        { code: 11_000, index: 0 },
        { code: 91, index: 1 },
      ],
    ],
    ['no fault of a document at all', []],
  ])('says "unavailable" to everybody of a batch that failed with %s', async (_case, writeErrors) => {
    insertMany(bulkFault(writeErrors));
    const outcomes = await Promise.allSettled(['a', 'b'].map((_id) => group.insert({ _id, value: 0 })));
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(TemporarilyUnavailable);
    }
    // The next batch goes on.
    expect(await group.insert({ _id: 'c', value: 0 })).toBe('inserted');
  });
});
