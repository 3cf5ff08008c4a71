import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_DEADLINE_MS, inDatabase } from '../../src/adapters/outbound/mongo/database-errors.ts';
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

test('a fault of our own stays what it is', async () => {
  const fault = new TypeError('no such member');
  await expect(inDatabase(() => Promise.reject(fault))).rejects.toBe(fault);
});
