import { expect, test } from 'vitest';
import { type Clock, momentOf } from '../../src/ports/clock.ts';

/** The contract of every `Clock` that nobody moves. */
export function clockContract(open: () => Clock | Promise<Clock>): void {
  test('gives whole milliseconds in business time and in real time', async () => {
    const clock = await open();
    for (const moment of [clock.now(), clock.realNow()])
      expect(Number.isInteger(moment.getTime())).toBe(true);
  });

  test('never goes back', async () => {
    const clock = await open();
    let before = momentOf(clock);
    for (let looks = 0; looks < 1_000; looks += 1) {
      const now = momentOf(clock);
      expect(now.business.getTime()).toBeGreaterThanOrEqual(before.business.getTime());
      expect(now.real.getTime()).toBeGreaterThanOrEqual(before.real.getTime());
      before = now;
    }
  });

  test('shows business time that is never behind real time', async () => {
    const clock = await open();
    // Real time is read first, so business time cannot be the earlier of the two.
    const real = clock.realNow();
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(real.getTime());
  });

  test('is not affected by changes to a moment that it returned', async () => {
    const clock = await open();
    const before = momentOf(clock);
    clock.now().setTime(0);
    clock.realNow().setTime(0);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before.business.getTime());
    expect(clock.realNow().getTime()).toBeGreaterThanOrEqual(before.real.getTime());
  });
}
