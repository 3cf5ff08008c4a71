import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { JudgeReadiness, OVERDUE_SECONDS } from '../../src/application/health/judge-readiness.ts';
import { ReadBacklog } from '../../src/application/health/read-backlog.ts';
import { WatchDatabase } from '../../src/application/health/watch-database.ts';
import { WatchWorkers } from '../../src/application/health/watch-workers.ts';
import type { Backlog, Queues } from '../../src/ports/backlog.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const empty = { size: 0, oldestSeconds: 0 };

/** A backlog that a test sets. */
class SettableBacklog implements Backlog {
  reads = 0;
  isAway = false;
  lastDuty: Date | null = null;
  webhooksDueForSeconds = 0;

  async queues(): Promise<Queues> {
    this.reads += 1;
    if (this.isAway) throw new TemporarilyUnavailable('the database did not answer');
    const { webhooksDueForSeconds: oldestSeconds } = this;
    return {
      orders: empty,
      webhooks: { size: oldestSeconds > 0 ? 1 : 0, oldestSeconds },
      callbacks: empty,
      order_cases: { size: 1, oldestSeconds: 1_000_000 },
      callback_cases: empty,
      undelivered_events: empty,
    };
  }

  async lastDutyAt(): Promise<Date | null> {
    return this.lastDuty;
  }
}

function instance(...roles: readonly string[]) {
  const backlog = new SettableBacklog();
  const clock = new SettableClock();
  const faults: string[] = [];
  const alerts = new RecordedAlerts();
  const readBacklog = new ReadBacklog({ backlog, clock });
  const watchClock: { fault: string | null } = { fault: null };
  const health = { faults: async () => faults };
  const readiness = new JudgeReadiness({ health, watchClock, readBacklog, roles });
  const watchWorkers = new WatchWorkers({ readBacklog, alerts });
  return { backlog, clock, faults, alerts, watchClock, readBacklog, readiness, watchWorkers };
}

describe('readiness', () => {
  it('ends when the instance begins to stop', async () => {
    const { readiness } = instance('api', 'worker');
    expect(await readiness.execute()).toEqual({ kind: 'ready', warnings: [] });
    readiness.beginStop();
    expect(await readiness.execute()).toEqual({ kind: 'not_ready', faults: ['the instance is stopping'] });
  });

  it('ends while the database has a fault, which it names', async () => {
    const { readiness, faults } = instance('api');
    faults.push('the database does not answer');
    expect(await readiness.execute()).toEqual({ kind: 'not_ready', faults });
  });

  it.each([
    [['worker'], 'not_ready', 'faults'],
    [['api'], 'ready', 'warnings'],
    [['api', 'worker'], 'ready', 'warnings'],
  ])('of an instance with the roles %j is %s while work is overdue', async (roles, kind, member) => {
    const { readiness, backlog } = instance(...roles);
    backlog.webhooksDueForSeconds = OVERDUE_SECONDS + 1;
    const told = [`webhooks have been due for ${OVERDUE_SECONDS + 1} s`];
    expect(await readiness.execute()).toEqual({ kind, [member]: told });
  });

  it.each([
    [['worker'], 'not_ready', 'faults'],
    [['api'], 'ready', 'warnings'],
    [['api', 'worker'], 'ready', 'warnings'],
  ])('of an instance with the roles %j is %s while its clock is wrong', async (roles, kind, member) => {
    const { readiness, watchClock, backlog } = instance(...roles);
    watchClock.fault = 'the clock is an hour ahead';
    expect(await readiness.execute()).toEqual({ kind, [member]: [watchClock.fault] });
    backlog.isAway = true;
    expect(await readiness.execute()).toEqual({ kind, [member]: [watchClock.fault] });
    watchClock.fault = null;
    expect(await readiness.execute()).toEqual({ kind: 'ready', warnings: [] });
  });

  it('of a worker does not end because of work that has just become due, or of cases that wait for an operator', async () => {
    const { readiness, backlog } = instance('worker');
    backlog.webhooksDueForSeconds = OVERDUE_SECONDS;
    expect(await readiness.execute()).toEqual({ kind: 'ready', warnings: [] });
  });

  it('does not depend on the reading of the backlog, which can fail although the database answers', async () => {
    const { readiness, backlog } = instance('worker');
    backlog.isAway = true;
    expect(await readiness.execute()).toEqual({ kind: 'ready', warnings: [] });
  });

  it('is reported within a second even if the backlog takes long, so that no proxy’s probe times out', async () => {
    const { readiness, backlog } = instance('api');
    backlog.queues = () => new Promise(() => {});
    const told = readiness.execute();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([told, 'not yet'])).toEqual({ kind: 'ready', warnings: [] });
  });

  it('uses the latest reading of the backlog while a new one is slow', async () => {
    const { readiness, backlog } = instance('worker');
    backlog.webhooksDueForSeconds = OVERDUE_SECONDS + 1;
    const before = await readiness.execute();
    expect(before.kind).toBe('not_ready');
    backlog.queues = () => new Promise(() => {});
    await vi.advanceTimersByTimeAsync(5_000);
    const told = readiness.execute();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([told, 'not yet'])).toEqual(before);
  });
});

test('however often probes and scrapers call, the backlog is read at most every 5 s', async () => {
  const { readBacklog, readiness, backlog } = instance('api');
  await Promise.all(Array.from({ length: 50 }, () => readBacklog.execute()));
  await readiness.execute();
  expect(backlog.reads).toBe(1);
  vi.advanceTimersByTime(5_000);
  await readBacklog.execute();
  expect(backlog.reads).toBe(2);
});

describe('the alert that the database cannot be used', () => {
  function watched() {
    const faults: string[] = [];
    const alerts = new RecordedAlerts();
    const watch = new WatchDatabase({ health: { faults: async () => faults }, alerts });
    watch.start();
    const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
    return { faults, alerts, watch, pass };
  }

  it('is raised within half a minute and then once a minute, until the fault ends', async () => {
    const { faults, alerts, watch, pass } = watched();
    await pass(60);
    expect(alerts.raised).toEqual([]);
    faults.push('the database does not answer');
    await pass(20);
    const alert = { kind: 'database_unusable', detail: 'the database does not answer' };
    expect(alerts.raised).toEqual([alert]);
    await pass(120);
    expect(alerts.raised).toEqual([alert, alert, alert]);
    faults.pop();
    await pass(600);
    expect(alerts.raised).toHaveLength(3);
    watch.stop();
  });

  it('is not raised for a brief fault, nor after the instance has stopped', async () => {
    const { faults, alerts, watch, pass } = watched();
    faults.push('the database does not answer');
    await pass(10);
    faults.pop();
    await pass(60);
    faults.push('the database does not answer');
    watch.stop();
    await pass(60);
    expect(alerts.raised).toEqual([]);
  });
});

describe('the alert that no worker runs', () => {
  it('is raised every minute while no instance begins a duty', async () => {
    const { watchWorkers, alerts, backlog, clock } = instance('api');
    watchWorkers.start();
    backlog.lastDuty = clock.realNow();
    const passMinute = async () => {
      clock.pass(60);
      await vi.advanceTimersByTimeAsync(60_000);
    };
    await passMinute();
    expect(alerts.raised).toEqual([]);
    await passMinute();
    await passMinute();
    expect(alerts.raised).toEqual([
      { kind: 'no_worker', silentSeconds: 120 },
      { kind: 'no_worker', silentSeconds: 180 },
    ]);
    backlog.lastDuty = clock.realNow();
    await passMinute();
    expect(alerts.raised).toHaveLength(2);
    watchWorkers.stop();
    for (let minute = 0; minute < 5; minute += 1) await passMinute();
    expect(alerts.raised).toHaveLength(2);
  });

  it('is raised too if none ever began one, counted from the start of this instance', async () => {
    const { watchWorkers, alerts, clock } = instance('api');
    watchWorkers.start();
    clock.pass(61);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(alerts.raised).toEqual([{ kind: 'no_worker', silentSeconds: 61 }]);
  });

  it('is not raised while the database is unreachable, because then nobody knows', async () => {
    const { watchWorkers, alerts, backlog, clock } = instance('api');
    watchWorkers.start();
    backlog.isAway = true;
    clock.pass(600);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(alerts.raised).toEqual([]);
  });
});
