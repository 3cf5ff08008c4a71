import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type LocalDatabase, openLocalDatabase } from '@kassa/local-database';
import { Collection, MongoClient, MongoServerError } from 'mongodb';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { firstOf } from '../../../../infra/test-run/src/every-combination.ts';
import { AgendaAlarmClock } from '../../src/adapters/outbound/agenda/agenda-alarm-clock.ts';
import { MongoBacklog } from '../../src/adapters/outbound/mongo/mongo-backlog.ts';
import type { Alert } from '../../src/ports/alerts.ts';

const isLocked = { lockedAt: { $type: 'date' } } as const;

let server: LocalDatabase;
let onlooker: MongoClient;
const name = `gateway_alarm_clock_test_${randomBytes(6).toString('hex')}`;
beforeAll(async () => {
  const dataFolder = resolve(import.meta.dirname, '../../../../.kassa/test-database');
  server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
  onlooker = await MongoClient.connect(server.uri);
});
afterAll(async () => {
  await onlooker.db(name).dropDatabase();
  await onlooker.close();
  await server.stop();
});

function countLocked(): Promise<number> {
  return onlooker.db(name).collection('jobs').countDocuments(isLocked);
}

/** Starts an alarm clock as in a process of its own: its database connection is closed right after the clock has stopped. */
async function startClock(run: () => Promise<void>, fault: () => string | null = () => null) {
  const client = await MongoClient.connect(server.uri);
  const alerts: Alert[] = [];
  const clock = new AgendaAlarmClock({
    database: client.db(name),
    alerts: { raise: (alert) => alerts.push(alert) },
    clockCheck: { fault: async () => fault() },
  });
  await clock.start(['one', 'two', 'three'].map((duty) => ({ name: duty, everyMs: 1_000, run })));
  const stop = async () => {
    await clock.stop();
    await client.close();
  };
  return { alerts, stop };
}

test('every instance sees when a worker last began a duty', async () => {
  const apiInstance = await mongoose.createConnection(server.uri, { dbName: name }).asPromise();
  const startedAt = new Date();
  const { stop } = await startClock(async () => {});
  const lastDutyMs = async () => (await new MongoBacklog(apiInstance).lastDutyAt())?.getTime();
  await expect.poll(lastDutyMs).toBeGreaterThanOrEqual(startedAt.getTime());
  await stop();
  await apiInstance.close();
});

describe('a stopped alarm clock', () => {
  it.each(firstOf([1, 2, 3, 4]))('leaves no duty locked and no search under way (try %i)', async () => {
    const { alerts, stop } = await startClock(async () => {});
    // Wait until a job is locked. Agenda locks a job shortly before it runs it.
    await expect.poll(countLocked, { interval: 1 }).toBeGreaterThan(0);
    await stop();
    expect(await countLocked()).toBe(0);
    expect(alerts).toEqual([]);
  });

  it('has waited for the end of a running duty', async () => {
    const duty = Promise.withResolvers<void>();
    let begun = 0;
    let ended = 0;
    const { alerts, stop } = await startClock(async () => {
      begun += 1;
      await duty.promise;
      ended += 1;
    });
    await expect.poll(() => begun).toBeGreaterThan(0);
    const stopped = stop();
    duty.resolve();
    await stopped;
    expect(ended).toBe(begun);
    expect(alerts).toEqual([]);
    expect(await countLocked()).toBe(0);
  });
});

test('stops even if the database fails at the moment when a duty begins', async () => {
  const { updateOne } = Collection.prototype;
  const failure = Promise.withResolvers<never>();
  let isBeginning = false;
  const saving = vi.spyOn(Collection.prototype, 'updateOne');
  saving.mockImplementation(function (this: Collection, ...update: Parameters<typeof updateOne>) {
    const [, change] = update;
    // Agenda saves the time at which a duty begins before it runs the duty.
    if (!('$set' in change) || !(change.$set?.lastRunAt instanceof Date)) {
      return updateOne.apply(this, update);
    }
    isBeginning = true;
    return failure.promise;
  });
  try {
    const { stop } = await startClock(async () => {});
    await expect.poll(() => isBeginning).toBe(true);
    const stopped = stop();
    failure.reject(new Error('the database does not answer'));
    await stopped;
  } finally {
    saving.mockRestore();
    await onlooker
      .db(name)
      .collection('jobs')
      .updateMany(isLocked, { $set: { lockedAt: null } });
  }
});

describe('an instance whose clock is wrong', () => {
  const jobs = () => onlooker.db(name).collection('jobs');

  it('runs no duty and leaves none locked until its clock is right', async () => {
    let fault: string | null = 'its clock is an hour ahead';
    let [asked, runs] = [0, 0];
    const { alerts, stop } = await startClock(
      async () => {
        runs += 1;
      },
      () => {
        asked += 1;
        return fault;
      },
    );
    await expect.poll(() => asked).toBeGreaterThan(3);
    expect([runs, alerts]).toEqual([0, []]);
    await expect.poll(countLocked).toBe(0);
    fault = null;
    await expect.poll(() => runs).toBeGreaterThan(0);
    await stop();
  });

  it('does not prevent other instances from running a duty that it has postponed or locked for a year', async () => {
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    let runs = 0;
    const { alerts, stop } = await startClock(async () => {
      runs += 1;
    });
    await expect.poll(() => runs).toBeGreaterThan(0);
    await stop();
    await jobs().updateMany({ name: { $ne: 'two' } }, { $set: { nextRunAt: inAYear } });
    await jobs().updateMany({ name: 'two' }, { $set: { lockedAt: inAYear } });
    const ran = new Set<string>();
    const other = await startClock(async () => {
      const due = await jobs()
        .find({ lastRunAt: { $gt: new Date(Date.now() - 1_000) } })
        .toArray();
      for (const { name: duty } of due) ran.add(duty);
    });
    await expect.poll(() => [...ran].toSorted()).toEqual(['one', 'three', 'two']);
    await other.stop();
    expect([...alerts, ...other.alerts]).toEqual([]);
  });
});

test('index builds that the database abandoned because of another instance’s builds are repeated', async () => {
  // The error with which DocumentDB refused an index build when several alarm clocks started together on an empty database.
  const deadlock = new MongoServerError({ message: 'deadlock detected', code: 1 });
  const { createIndex } = Collection.prototype;
  const refused = new Set<string | undefined>();
  const build = vi.spyOn(Collection.prototype, 'createIndex');
  build.mockImplementation(async function (this: Collection, ...index: Parameters<typeof createIndex>) {
    const [, options] = index;
    if (refused.has(options?.name)) return createIndex.apply(this, index);
    refused.add(options?.name);
    throw deadlock;
  });
  const { alerts, stop } = await startClock(async () => {});
  await stop();
  expect([...refused]).toEqual(expect.arrayContaining(['findAndLockNextJobIndex', 'one_job_a_duty']));
  expect(alerts).toEqual([]);
  build.mockRestore();
});

test('while no duty is due, the alarm clock hardly asks the database', async () => {
  const searching = vi.spyOn(Collection.prototype, 'findOneAndUpdate');
  const ofJobs = () => searching.mock.contexts.filter((queried) => (queried as Collection).dbName === name);
  let runs = 0;
  const { stop } = await startClock(async () => {
    runs += 1;
  });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(12);
  // A search finds each run. A second one follows if the time of the run is not yet known, or if the run is a little late.
  expect(ofJobs().length).toBeLessThanOrEqual(2 * runs + 6);
  await stop();
  searching.mockRestore();
});
