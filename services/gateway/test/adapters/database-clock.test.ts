import { resolve } from 'node:path';
import { type LocalDatabase, openLocalDatabase } from '@kassa/local-database';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseClock } from '../../src/adapters/outbound/mongo/database-clock.ts';

const databaseMs = Date.parse('2026-01-01T12:00:00Z');

/** A connection to a database whose clock shows noon. */
function connectionTelling(answer: () => Promise<unknown>): Connection {
  return { db: { admin: () => ({ command: answer }) } } as unknown as Connection;
}

/** The server's clock shows these times, in seconds from noon: before the question, and after the answer. */
function clockAt(beforeSeconds: number, afterSeconds: number, answer = { localTime: new Date(databaseMs) }) {
  const times = [beforeSeconds, afterSeconds].map((seconds) => databaseMs + seconds * 1_000);
  return new DatabaseClock(
    connectionTelling(async () => answer),
    () => times.shift() ?? Number.NaN,
  );
}

test.each([
  ['as the database’s', 0, 0],
  ['20 s ahead', 20, 20],
  ['20 s behind', -20, -20],
  ['as the database’s, after a pause of an hour before the answer', 0, 3_600],
  ['perhaps an hour behind, where the answer took an hour', -3_600, 0],
])('a clock is right: %s', async (_clock, before, after) => {
  expect(await clockAt(before, after).fault()).toBeNull();
});

test.each([
  [21, 'this server’s clock is 21 s ahead of the database’s; at most 20 s are allowed'],
  [-21, 'this server’s clock is 21 s behind the database’s; at most 20 s are allowed'],
  [31_536_000, 'this server’s clock is 31536000 s ahead of the database’s; at most 20 s are allowed'],
])('a clock that is off by %s s is wrong', async (seconds, text) => {
  expect(await clockAt(seconds, seconds).fault()).toBe(text);
});

test.each([
  ['does not answer', () => Promise.reject(new Error('no server'))],
  ['does not tell its time', async () => ({ ok: 1 })],
])('nothing is known of a clock while the database %s', async (_what, answer) => {
  expect(await new DatabaseClock(connectionTelling(answer), () => 0).fault()).toBeNull();
});

describe('with the real database', () => {
  let server: LocalDatabase;
  let connection: Connection;
  beforeAll(async () => {
    const dataFolder = resolve(import.meta.dirname, '../../../../.kassa/test-database');
    server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
    connection = await mongoose.createConnection(server.uri).asPromise();
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  test.each([
    [0, null],
    [-60_000, expect.stringMatching(/clock is (59|60) s behind/)],
    [60_000, expect.stringMatching(/clock is (59|60|61) s ahead/)],
  ])('a clock that is off by %s ms', async (offsetMs, fault) => {
    expect(await new DatabaseClock(connection, () => Date.now() + offsetMs).fault()).toEqual(fault);
  });
});
