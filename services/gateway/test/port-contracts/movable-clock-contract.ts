import { expect, test } from 'vitest';
import type { MovableClock } from '../../src/ports/movable-clock.ts';
import { clockContract } from './clock-contract.ts';
import type { Instances } from './instances.ts';

const hourMs = 3_600_000;
const limitMs = 100 * hourMs;

/**
 * Returns how far business time is ahead of real time, in whole hours. It is rounded, because a moment passes between reading
 * the two clocks.
 */
export function hoursAhead(clock: MovableClock): number {
  // If real time has gone on meanwhile, the rounded difference is -0. Adding 0 makes it 0.
  return Math.round((clock.now().getTime() - clock.realNow().getTime()) / hourMs) + 0;
}

/** The contract of every MovableClock. Each test gets clocks that were never moved. */
export function movableClockContract(open: () => Promise<Instances<MovableClock>>): void {
  clockContract(async () => {
    const [clock] = await open();
    await clock.advance(hourMs, limitMs);
    return clock;
  });

  test('shows real time until it is moved', async () => {
    const [one, other] = await open();
    expect([hoursAhead(one), hoursAhead(other)]).toEqual([0, 0]);
    expect(Math.abs(one.realNow().getTime() - Date.now())).toBeLessThan(1_000);
  });

  test('moves at once on the instance that is called, soon on the others, and leaves real time alone', async () => {
    const [one, other] = await open();
    expect(await one.advance(3 * hourMs, limitMs)).toBe('moved');
    expect(hoursAhead(one)).toBe(3);
    await expect.poll(() => hoursAhead(other)).toBe(3);
    expect(Math.abs(other.realNow().getTime() - Date.now())).toBeLessThan(1_000);
  });

  test('adds up concurrent moves', async () => {
    const instances = await open();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => instances[index % 2]?.advance(hourMs, limitMs)),
    );
    for (const clock of instances) await expect.poll(() => hoursAhead(clock)).toBe(40);
  });

  test('stays within its limit, however many callers move it at once', async () => {
    const instances = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => instances[index % 2]?.advance(30 * hourMs, limitMs)),
    );
    expect(outcomes.filter((outcome) => outcome === 'moved')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'too_far_ahead')).toHaveLength(5);
    for (const clock of instances) await expect.poll(() => hoursAhead(clock)).toBe(90);
    const tooLate = new Date(Date.now() + limitMs + 60_000);
    expect(await instances[0].moveTo(tooLate, limitMs)).toBe('too_far_ahead');
    expect(hoursAhead(instances[0])).toBe(90);
  });

  test('moves to a moment, which is then reached', async () => {
    const [one, other] = await open();
    const moment = new Date(Date.now() + 5 * hourMs);
    expect(await one.moveTo(moment, limitMs)).toBe('moved');
    expect(one.now() >= moment).toBe(true);
    expect(hoursAhead(one)).toBe(5);
    await expect.poll(() => hoursAhead(other)).toBe(5);
  });

  test('does not move back to a moment, even on an instance that has not heard of the last move', async () => {
    const [one, other] = await open();
    const base = Date.now();
    await one.moveTo(new Date(base + 5 * hourMs), limitMs);
    expect(await other.moveTo(new Date(base + 4 * hourMs), limitMs)).toBe('passed');
    expect([hoursAhead(one), hoursAhead(other)]).toEqual([5, 5]);
    expect(await one.moveTo(new Date(base), limitMs)).toBe('passed');
    expect(hoursAhead(one)).toBe(5);
  });

  test('ends at the latest of several concurrent target moments', async () => {
    const instances = await open();
    const base = Date.now();
    await Promise.all(
      [3, 9, 6, 1, 7].map((hours, index) =>
        instances[index % 2]?.moveTo(new Date(base + hours * hourMs), limitMs),
      ),
    );
    for (const clock of instances) await expect.poll(() => hoursAhead(clock)).toBe(9);
  });
}
