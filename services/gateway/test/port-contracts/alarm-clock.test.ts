import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgendaAlarmClock } from '../../src/adapters/outbound/agenda/agenda-alarm-clock.ts';
import { DatabaseClock } from '../../src/adapters/outbound/mongo/database-clock.ts';
import type { Duty } from '../../src/ports/alarm-clock.ts';
import { HandRungAlarmClock } from '../in-memory/hand-rung-alarm-clock.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { alarmClockContract } from './alarm-clock-contract.ts';

describe('the alarm clock that the test triggers', () => {
  alarmClockContract(async () => {
    const alerts = new RecordedAlerts();
    const alarmClock = new HandRungAlarmClock({ alerts });
    return { alarmClock, alerts, ring: () => alarmClock.ring() };
  });
});

describe('the alarm clock on Agenda', () => {
  /** Agenda polls twice a second. */
  const LOOK_MS = 600;
  let database: TestDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await openTestDatabase();
    connection = await database.connect();
  });
  beforeEach(() => database.empty());
  afterAll(() => database.drop());

  function clockOn(alerts: RecordedAlerts): AgendaAlarmClock {
    const { db } = connection;
    if (db === undefined) throw new Error('not connected');
    return new AgendaAlarmClock({ database: db, alerts, clockCheck: new DatabaseClock(connection) });
  }

  alarmClockContract(async () => {
    const alerts = new RecordedAlerts();
    return { alarmClock: clockOn(alerts), alerts, ring: () => delay(LOOK_MS) };
  });

  test('runs a duty on one instance at a time, and on another when one stops', async () => {
    const alerts = new RecordedAlerts();
    const instances = [clockOn(alerts), clockOn(alerts)];
    let running = 0;
    let mostRunning = 0;
    let runs = 0;
    const duty = {
      name: 'shared',
      everyMs: 100,
      run: async () => {
        running += 1;
        runs += 1;
        mostRunning = Math.max(mostRunning, running);
        await delay(150);
        running -= 1;
      },
    };
    for (const instance of instances) await instance.start([duty]);
    await expect.poll(() => runs).toBeGreaterThan(2);
    await instances[0]?.stop();
    const runsOfBoth = runs;
    await expect.poll(() => runs).toBeGreaterThan(runsOfBoth + 1);
    await instances[1]?.stop();
    expect(mostRunning).toBe(1);
    expect(alerts.raised).toEqual([]);
  });

  test('does not run a duty that another instance is running', async () => {
    const alerts = new RecordedAlerts();
    const { promise: ending, resolve: end } = Promise.withResolvers<void>();
    let runs = 0;
    const duty = {
      name: 'long',
      everyMs: 100,
      run: async () => {
        runs += 1;
        await ending;
      },
    };
    const [first, second] = [clockOn(alerts), clockOn(alerts)];
    await first.start([duty]);
    await expect.poll(() => runs).toBe(1);
    await second.start([duty]);
    await delay(3 * LOOK_MS);
    const runsMeanwhile = runs;
    end();
    await first.stop();
    await expect.poll(() => runs).toBeGreaterThan(1);
    await second.stop();
    expect(runsMeanwhile).toBe(1);
    expect(alerts.raised).toEqual([]);
  });

  test('keeps one job per duty, however many instances start at once', async () => {
    const instances = Array.from({ length: 24 }, () => clockOn(new RecordedAlerts()));
    const duty: Duty = { name: 'shared', everyMs: 60_000, run: async () => {} };
    await Promise.all(instances.map((instance) => instance.start([duty])));
    await Promise.all(instances.map((instance) => instance.stop()));
    expect(await connection.collection('jobs').countDocuments({ name: 'shared' })).toBe(1);
  });

  test('adopts a new interval from a new version', async () => {
    const [before, after] = [clockOn(new RecordedAlerts()), clockOn(new RecordedAlerts())];
    const duty: Duty = { name: 'shared', everyMs: 60_000, run: async () => {} };
    await before.start([duty]);
    await after.start([{ ...duty, everyMs: 30_000 }]);
    await Promise.all([before.stop(), after.stop()]);
    const jobs = await connection.collection('jobs').find({ name: 'shared' }).toArray();
    expect(jobs).toMatchObject([{ repeatInterval: 30_000 }]);
  });
});
