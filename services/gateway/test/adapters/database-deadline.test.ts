import { MongoBulkWriteError, MongoServerError, type WriteError } from 'mongodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_DEADLINE_MS, inDatabase } from '../../src/adapters/outbound/mongo/database-errors.ts';
import { writeTogether } from '../../src/adapters/outbound/mongo/write-together.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an operation that never settles is given up at the deadline', async () => {
  const operation = inDatabase(() => new Promise<never>(() => undefined));
  const outcome = expect(operation).rejects.toThrow(TemporarilyUnavailable);
  await vi.advanceTimersByTimeAsync(DATABASE_DEADLINE_MS);
  await outcome;
});

test('an operation that answers leaves no timer behind', async () => {
  expect(await inDatabase(async () => 'answer')).toBe('answer');
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])(
  'after a broken socket, the gateway reports that the database is temporarily unavailable: %s (fault 4)',
  async (code) => {
    const broken = Object.assign(new Error('This socket has been ended by the other party'), { code });
    await expect(inDatabase(() => Promise.reject(broken))).rejects.toThrow(TemporarilyUnavailable);
  },
);

test.each([
  ['the gateway has no permission', 13, 'not_permitted'],
  ['the gateway’s login is rejected', 18, 'not_permitted'],
  ['a document is too large', 10_334, 'too_large'],
  ['an update makes a document too large', 17_419, 'too_large'],
])(
  'if the database permanently refuses an operation, the gateway does not treat this as a temporary outage: %s (fault 70)',
  async (_what, code, refusal) => {
    const refused = new MongoServerError({ message: 'refused', code });
    await expect(inDatabase(() => Promise.reject(refused))).rejects.toMatchObject({
      name: 'StorageRefused',
      refusal,
      cause: refused,
    });
    const write = () => Promise.reject(bulkError(code));
    await expect(writeTogether(['document'], write)).rejects.toMatchObject({
      name: 'StorageRefused',
      refusal,
    });
  },
);

/** The error of a batch whose first item the database did not take. */
function bulkError(code: number): MongoBulkWriteError {
  const result = {} as ConstructorParameters<typeof MongoBulkWriteError>[1];
  const writeErrors = [{ code, index: 0 }] as unknown as WriteError[];
  return new MongoBulkWriteError({ message: 'refused', code, writeErrors }, result);
}

test('an error of the gateway’s own code stays unchanged', async () => {
  const fault = new TypeError('no such member');
  await expect(inDatabase(() => Promise.reject(fault))).rejects.toBe(fault);
});
