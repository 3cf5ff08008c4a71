import { EventEmitter } from 'node:events';
import type { Connection } from 'mongoose';
import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseHealth } from '../../src/adapters/outbound/mongo/database-health.ts';
import { LONGEST_ELECTION_MS } from '../../src/adapters/outbound/mongo/database-reach.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A connection whose commands go as told. */
function connectionWith(command: () => Promise<unknown>, client = new EventEmitter()): Connection {
  return { db: { command }, getClient: () => client } as unknown as Connection;
}

test('a database that answers has no fault', async () => {
  expect(await new DatabaseHealth(connectionWith(async () => ({ ok: 1 }))).faults()).toEqual([]);
});

test.each([
  [0, 'migrations are outstanding: the database has schema number 0, and this version needs'],
  [9_999, 'the database has schema number 9999, and this version knows none beyond'],
])('a database with schema number %i does not fit this version', async (migratedTo, fault) => {
  const answer = { cursor: { firstBatch: [{ _id: 'database', migratedTo }] } };
  const faults = await new DatabaseHealth(connectionWith(async () => answer)).faults();
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

test('a database that refuses is a fault', async () => {
  const refusing = connectionWith(() => Promise.reject(new Error('no server')));
  expect(await new DatabaseHealth(refusing).faults()).toEqual(['the database does not answer']);
});

test('if the database does not answer within one second, the health check reports a fault (fault 6)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answering = connectionWith(() => new Promise((resolve) => setTimeout(resolve, 1_001)));
  const told = new DatabaseHealth(answering).faults();
  vi.advanceTimersByTime(1_000);
  expect(await told).toEqual(['the database does not answer within 1000 ms']);
});

test('an error that arrives after the time limit does no harm', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  expect(await new DatabaseHealth(connectionWith(() => promise)).faults()).toHaveLength(1);
  reject(new Error('closed'));
  // An unhandled error would end the process in the next turn of the event loop. So wait for that turn.
  await new Promise((resolve) => setImmediate(resolve));
});

test('while calls wait for an election, the health check reports no fault (fault 72)', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const client = new EventEmitter();
  const failing = connectionWith(() => Promise.reject(new Error('no primary')), client);
  const health = new DatabaseHealth(failing);
  const found = (...types: readonly string[]) => {
    const servers = types.map((type, index) => [`server ${index}`, { type, isWritable: false }] as const);
    client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map(servers) } });
  };
  found('Unknown', 'RSSecondary');
  expect(await health.faults()).toEqual([]);
  vi.advanceTimersByTime(LONGEST_ELECTION_MS);
  expect(await health.faults()).toHaveLength(1);
  found('Unknown', 'Unknown');
  expect(await health.faults()).toHaveLength(1);
});
