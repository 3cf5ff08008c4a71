import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_DEADLINE_MS, inDatabase } from '../../src/adapters/outbound/mongo/database-errors.ts';
import { TemporarilyUnavailable } from '../../src/application/temporarily-unavailable.ts';

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
