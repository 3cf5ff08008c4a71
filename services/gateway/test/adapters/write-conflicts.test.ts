import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { writtenInSpiteOfConflicts } from '../../src/adapters/outbound/mongo/write-conflicts.ts';

const failing = (code: number) => new MongoServerError({ message: 'not written', code });
const conflicts = [
  ['MongoDB’s write conflict', failing(112)],
  ['PostgreSQL’s deadlock, as DocumentDB packs it', failing(16_908_292)],
  [
    'a collection that another connection has just created',
    new MongoServerError({ message: 'Unable to create the specified collection, so not written', code: 1 }),
  ],
  ['a collection that another connection has just created, and that this one does not find yet', failing(26)],
] as const;

/** Returns a write that fails the given number of times and then succeeds. */
function writeThatFails(times: number, error: Error): { tries: number; write: () => Promise<string> } {
  const fake = {
    tries: 0,
    write: async () => {
      fake.tries += 1;
      if (fake.tries <= times) throw error;
      return 'written';
    },
  };
  return fake;
}

test.each(conflicts)('a write that failed with %s is repeated', async (_name, error) => {
  const failsTwice = writeThatFails(2, error);
  expect(await writtenInSpiteOfConflicts(failsTwice.write)).toBe('written');
  expect(failsTwice.tries).toBe(3);
});

test.each(conflicts)('a write that always fails with %s is given up', async (_name, error) => {
  const alwaysFails = writeThatFails(Number.POSITIVE_INFINITY, error);
  await expect(writtenInSpiteOfConflicts(alwaysFails.write)).rejects.toThrow('not written');
  expect(alwaysFails.tries).toBe(6);
});

test('a write that failed for another reason is not repeated', async () => {
  const duplicate = writeThatFails(1, failing(11_000));
  await expect(writtenInSpiteOfConflicts(duplicate.write)).rejects.toThrow('not written');
  expect(duplicate.tries).toBe(1);
});
