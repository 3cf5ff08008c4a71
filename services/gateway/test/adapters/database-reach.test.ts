import { EventEmitter } from 'node:events';
import { MongoError } from 'mongodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_DEADLINE_MS } from '../../src/adapters/outbound/mongo/database-errors.ts';
import {
  AWAY_AFTER_MS,
  failFastWhileAway,
  LONGEST_ELECTION_MS,
  type ReachingClient,
} from '../../src/adapters/outbound/mongo/database-reach.ts';

let client: EventEmitter & ReachingClient;
const choice = vi.fn<() => Promise<string>>();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  choice.mockReset().mockResolvedValue('server');
  client = Object.assign(new EventEmitter(), { topology: { selectServer: choice } });
  failFastWhileAway(client);
});
afterEach(() => {
  vi.useRealTimers();
});

const chosen = () => client.topology?.selectServer();

/** Tells what the driver has found: whether each server takes writes. */
function found(...servers: readonly boolean[]): void {
  foundTypes(...servers.map((isWritable) => (isWritable ? 'RSPrimary' : 'Unknown')));
}

/** Tells what the driver has found: the type of each server. */
function foundTypes(...types: readonly string[]): void {
  const entries = types.map(
    (type, index) => [`server ${index}`, { type, isWritable: type === 'RSPrimary' }] as const,
  );
  client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map(entries) } });
}

test('a database operation waits briefly for the database, and fails immediately if the database is known to be unreachable (fault 71)', async () => {
  found(false, false);
  vi.advanceTimersByTime(AWAY_AFTER_MS - 1);
  expect(await chosen()).toBe('server');
  // A further look that finds nothing does not begin the time anew.
  found(false, false);
  vi.advanceTimersByTime(1);
  choice.mockReturnValue(new Promise(() => undefined));
  await expect(chosen()).rejects.toThrow(MongoError);
});

test('while the database is unreachable, only one operation at a time makes the driver search for it (fault 71)', async () => {
  found(false);
  vi.advanceTimersByTime(AWAY_AFTER_MS);
  const look = Promise.withResolvers<string>();
  choice.mockReturnValue(look.promise);
  for (let count = 0; count < 100; count += 1) await expect(chosen()).rejects.toThrow('unreachable');
  expect(choice).toHaveBeenCalledTimes(1);
  look.reject(new Error('no server'));
  await expect.poll(() => chosen()?.catch(() => choice.mock.calls.length)).toBe(2);
});

test('database operations succeed again as soon as a server accepts writes (fault 71)', async () => {
  found(false);
  vi.advanceTimersByTime(AWAY_AFTER_MS);
  await expect(chosen()).rejects.toThrow('unreachable');
  found(false, true);
  expect(await chosen()).toBe('server');
});

test('database operations wait for an election, but only for a limited time (faults 71, 72)', async () => {
  const typicalElectionMs = 12_000;
  expect(LONGEST_ELECTION_MS).toBeGreaterThan(typicalElectionMs);
  expect(LONGEST_ELECTION_MS).toBeLessThan(DATABASE_DEADLINE_MS);
  foundTypes('Unknown', 'RSSecondary');
  vi.advanceTimersByTime(LONGEST_ELECTION_MS - 1);
  expect(await chosen()).toBe('server');
  // The driver looks further during the election. This does not begin the time anew.
  foundTypes('Unknown', 'RSSecondary');
  choice.mockReturnValue(new Promise(() => undefined));
  const waiting = expect(chosen()).rejects.toThrow('unreachable');
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  await expect(chosen()).rejects.toThrow('unreachable');
});

test('database operations that are already waiting end when the database is known to be unreachable (fault 71)', async () => {
  found(false, false);
  choice.mockReturnValue(new Promise(() => undefined));
  const waiting = expect(chosen()).rejects.toThrow('unreachable');
  await vi.advanceTimersByTimeAsync(AWAY_AFTER_MS);
  await waiting;
});
