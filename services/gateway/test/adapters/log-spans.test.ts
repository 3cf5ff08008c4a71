import type { Model } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EventDocument, eventModel } from '../../src/adapters/outbound/mongo/event-documents.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import type { LogSpan } from '../../src/ports/event-log.ts';
import { loggedEvent } from '../builders/events.ts';
import { after } from '../builders/times.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

const clock = new SettableClock();
let database: TestDatabase;
let model: Model<EventDocument>;
let log: MongoEventLog;
beforeAll(async () => {
  database = await openTestDatabase();
  const connection = await database.connect();
  log = new MongoEventLog(connection, clock);
  model = eventModel(connection);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

async function store(moments: readonly number[]): Promise<void> {
  for (const [index, seconds] of moments.entries()) {
    clock.set(after(seconds));
    await log.append(loggedEvent(`ord_${index.toString(16).padStart(32, '0')}`, 1));
  }
}

function listed(span: Partial<LogSpan>, limit: number) {
  const everything = { keptFrom: after(-1), from: null, before: null, type: null, after: null };
  return log.listOfMerchant('mer_1', { ...everything, completeUpTo: after(MONTH), ...span }, limit);
}

/**
 * Calls the log, and returns how long the spans were that it searched, in seconds; null for an open one. A search for events by
 * their IDs has no span.
 */
async function spansOf(read: () => Promise<unknown>): Promise<readonly (number | null)[]> {
  const find = vi.spyOn(model, 'find');
  try {
    await read();
    const filters = find.mock.calls
      .map(([filter]) => filter as unknown as { loggedAt?: Record<string, Date> })
      .flatMap(({ loggedAt }) => (loggedAt === undefined ? [] : [loggedAt]));
    return filters.map(({ $gte: from, $lt: before }) =>
      from && before ? Math.round((before.getTime() - from.getTime()) / 1000) : null,
    );
  } finally {
    find.mockRestore();
  }
}

test('a page of a long log is read from a short span, wherever it begins', async () => {
  await store([DAY, DAY + 1, DAY + 2, 2 * DAY, 3 * DAY, MONTH - 10, MONTH - 5]);
  expect(await spansOf(() => listed({ from: after(DAY) }, 3))).toEqual([60]);
  const [first] = await listed({}, 1);
  expect(await spansOf(() => listed({ after: first ?? null }, 2))).toEqual([60]);
  expect(await spansOf(() => log.lastOfMerchant('mer_1', after(MONTH)))).toEqual([60]);
});

test('the first page is read from the beginning of the month for which events are kept', async () => {
  await store([0, 30, 2 * DAY]);
  // What is older than expected is part of the first span.
  expect(await spansOf(() => listed({}, 2))).toEqual([null]);
});

test('an empty log takes five searches', async () => {
  const minutes = [16, 256, 4_096].map((count) => count * 60);
  expect(await spansOf(() => listed({}, 2))).toEqual([null, ...minutes, null]);
  expect(await spansOf(() => log.lastOfMerchant('mer_1', after(MONTH)))).toEqual([60, ...minutes, null]);
});

test('the part of the log that is not complete yet is read in one search, together with the part before it', async () => {
  await store([0, 100, 200, 300]);
  const incomplete = { from: after(0), completeUpTo: after(70) };
  // The second span would end within this part, where a late event can still be stored in front of one that was found.
  expect(await spansOf(() => listed(incomplete, 10))).toEqual([60, null]);
  expect(await spansOf(() => listed({ from: after(71), completeUpTo: after(70) }, 10))).toEqual([null]);
});

test('a long span with many events is narrowed to the page before the database sorts it', async () => {
  // The log begins long after the moment from which events are kept, and then has more events than are found at once.
  await store(Array.from({ length: 120 }, (_, index) => 10 * DAY + index));
  const find = vi.spyOn(model, 'find');
  const page = await listed({}, 3);
  const [lastFilter] = find.mock.lastCall ?? [];
  find.mockRestore();
  expect(page.map(({ loggedAt }) => loggedAt)).toEqual([0, 1, 2].map((second) => after(10 * DAY + second)));
  expect(lastFilter).toMatchObject({ loggedAt: { $lt: after(10 * DAY + 2.001) } });
});

test('the keys of a long span come in one batch, so that none is missed if a delivery is written meanwhile', async () => {
  await store(Array.from({ length: 250 }, (_, index) => 10 * DAY + index));
  const find = vi.spyOn(model, 'find');
  await listed({}, 50);
  const options = find.mock.results.map(({ value }) => value.getOptions());
  find.mockRestore();
  const ofKeys = options.filter(({ limit }) => limit === 200);
  expect(ofKeys.length).toBeGreaterThan(0);
  for (const { limit, batchSize } of ofKeys) expect(batchSize).toBe(limit);
});
