import { expect, test } from 'vitest';
import type { AlarmClock, Duty } from '../../src/ports/alarm-clock.ts';
import type { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

export interface AlarmClockBench {
  readonly alarmClock: AlarmClock;
  readonly alerts: RecordedAlerts;
  /** Lets time pass until the duties have become due once more. */
  ring(): Promise<void>;
}

/** The contract of every AlarmClock. */
export function alarmClockContract(open: () => Promise<AlarmClockBench>): void {
  function counted(name: string, run: () => Promise<void> = async () => {}): Duty & { runs: number } {
    const duty = {
      name,
      everyMs: 100,
      runs: 0,
      run: async () => {
        duty.runs += 1;
        await run();
      },
    };
    return duty;
  }

  async function rungUntil(bench: AlarmClockBench, isReached: () => boolean): Promise<void> {
    await expect
      .poll(
        async () => {
          if (!isReached()) await bench.ring();
          return isReached();
        },
        { interval: 50 },
      )
      .toBe(true);
  }

  test('runs every duty repeatedly', async () => {
    const bench = await open();
    const duties = [counted('one'), counted('two')];
    await bench.alarmClock.start(duties);
    await rungUntil(bench, () => duties.every(({ runs }) => runs >= 3));
    await bench.alarmClock.stop();
  });

  test('reports a duty that fails, and runs it and the others again', async () => {
    const bench = await open();
    const broken = counted('broken', async () => {
      throw new Error('no');
    });
    const sound = counted('sound');
    await bench.alarmClock.start([broken, sound]);
    await rungUntil(bench, () => broken.runs >= 2 && sound.runs >= 2);
    await bench.alarmClock.stop();
    expect(bench.alerts.raised.slice(0, 2)).toMatchObject([
      { kind: 'duty_failed', duty: 'broken' },
      { kind: 'duty_failed', duty: 'broken' },
    ]);
  });

  test('lets a running duty finish when it is stopped, and starts none afterwards', async () => {
    const bench = await open();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ending, resolve: end } = Promise.withResolvers<void>();
    let isFinished = false;
    const slow = counted('slow', async () => {
      begin();
      await ending;
      isFinished = true;
    });
    await bench.alarmClock.start([slow]);
    void bench.ring();
    await begun;
    const stopped = bench.alarmClock.stop();
    end();
    await stopped;
    expect(isFinished).toBe(true);
    const { runs } = slow;
    await bench.ring();
    expect(slow.runs).toBe(runs);
  });
}
