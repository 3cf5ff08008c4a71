import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type LocalDatabase, openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AgendaAlarmClock } from '../../src/adapters/outbound/agenda/agenda-alarm-clock.ts';
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

beforeEach(() => onlooker.db(name).collection('jobs').deleteMany({}));

function countLocked(): Promise<number> {
  return onlooker.db(name).collection('jobs').countDocuments(isLocked);
}

/** A process of its own: its connection is closed right after its alarm clock has stopped. */
async function startClock(
  run: () => Promise<void>,
  duties: readonly string[] = ['one', 'two', 'three'],
  times: { readonly lockLifetimeMs?: number; readonly longestRunMs?: number } = {},
) {
  const client = await MongoClient.connect(server.uri);
  const alerts: Alert[] = [];
  const clock = new AgendaAlarmClock({
    database: client.db(name),
    alerts: { raise: (alert) => alerts.push(alert) },
    ...times,
  });
  await clock.start(duties.map((duty) => ({ name: duty, everyMs: 1_000, run })));
  const stop = async () => {
    await clock.stop();
    await client.close();
  };
  return { alerts, stop };
}

describe('a stopped alarm clock', () => {
  it.each([1, 2, 3, 4])('leaves no duty locked and no search under way (try %i)', async () => {
    const { alerts, stop } = await startClock(async () => {});
    // Locked ahead of its time, or just running.
    await expect.poll(countLocked, { interval: 1, timeout: 5_000 }).toBeGreaterThan(0);
    await stop();
    expect(await countLocked()).toBe(0);
    expect(alerts).toEqual([]);
  });

  it('has let a running duty finish', async () => {
    const duty = Promise.withResolvers<void>();
    let begun = 0;
    let ended = 0;
    const { alerts, stop } = await startClock(async () => {
      begun += 1;
      await duty.promise;
      ended += 1;
    });
    await expect.poll(() => begun, { timeout: 5_000 }).toBeGreaterThan(0);
    const stopped = stop();
    duty.resolve();
    await stopped;
    expect(ended).toBe(begun);
    expect(alerts).toEqual([]);
    expect(await countLocked()).toBe(0);
  });
});

describe('a duty that is slow', () => {
  const lockLifetimeMs = 2_000;

  /** A duty on two instances, whose runs last until they are let go. */
  async function onTwoInstances(times: { readonly longestRunMs?: number } = {}) {
    const { promise: ending, resolve: end } = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      runs += 1;
      await ending;
    };
    const instances = [
      await startClock(run, ['slow'], { lockLifetimeMs, ...times }),
      await startClock(run, ['slow'], { lockLifetimeMs, ...times }),
    ];
    const stop = async () => {
      end();
      for (const instance of instances) await instance.stop();
    };
    return { stop, runs: () => runs, alerts: () => instances.flatMap(({ alerts }) => alerts) };
  }

  async function lockedAtMs(): Promise<number> {
    const job = await onlooker.db(name).collection<{ lockedAt: Date }>('jobs').findOne(isLocked);
    return job?.lockedAt.getTime() ?? 0;
  }

  it('keeps its lock for many lifetimes: it runs once, and nobody is alarmed', async () => {
    const { stop, runs, alerts } = await onTwoInstances();
    await expect.poll(runs, { timeout: 10_000 }).toBe(1);
    const first = await lockedAtMs();
    await expect.poll(lockedAtMs, { timeout: 30_000 }).toBeGreaterThan(first + 3 * lockLifetimeMs);
    expect(runs()).toBe(1);
    await stop();
    expect(alerts()).toEqual([]);
    expect(await countLocked()).toBe(0);
  }, 60_000);

  it('loses its lock when it takes so long that it must hang, which is reported', async () => {
    const { stop, runs, alerts } = await onTwoInstances({ longestRunMs: lockLifetimeMs });
    await expect.poll(runs, { timeout: 30_000 }).toBeGreaterThan(1);
    await expect
      .poll(alerts, { timeout: 30_000 })
      .toContainEqual(expect.objectContaining({ kind: 'duty_failed', duty: 'agenda' }));
    await stop();
  }, 90_000);
});
