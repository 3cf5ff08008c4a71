import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inDatabase } from '../../src/adapters/outbound/mongo/database-errors.ts';
import { AWAY_AFTER_MS, watchDatabase } from '../../src/adapters/outbound/mongo/database-reach.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

let client: EventEmitter;
let endWatch: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  client = new EventEmitter();
  endWatch = watchDatabase(client);
});
afterEach(() => {
  endWatch();
  vi.useRealTimers();
});

/** Tells what the driver has found: whether each server takes writes. */
function found(...servers: readonly boolean[]): void {
  const entries = servers.map((isWritable, index) => [`server ${index}`, { isWritable }] as const);
  client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map(entries) } });
}

test('operations wait while a primary is elected, and are refused at once when the database is known to be away (fault 71)', async () => {
  const operation = vi.fn(async () => 'answer');
  found(false, false);
  vi.advanceTimersByTime(AWAY_AFTER_MS - 1);
  expect(await inDatabase(operation)).toBe('answer');
  // A further look that finds nothing does not begin the time anew.
  found(false, false);
  vi.advanceTimersByTime(1);
  operation.mockClear();
  await expect(inDatabase(operation)).rejects.toThrow(TemporarilyUnavailable);
  expect(operation).not.toHaveBeenCalled();
});

test('operations are made again as soon as a server takes writes (fault 71)', async () => {
  found(false);
  vi.advanceTimersByTime(AWAY_AFTER_MS);
  await expect(inDatabase(async () => 'answer')).rejects.toThrow('away');
  found(false, true);
  expect(await inDatabase(async () => 'answer')).toBe('answer');
});

test('a client that was closed says nothing about the database', async () => {
  endWatch();
  found(false);
  vi.advanceTimersByTime(AWAY_AFTER_MS);
  expect(await inDatabase(async () => 'answer')).toBe('answer');
});
