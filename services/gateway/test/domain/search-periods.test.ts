import { expect, test } from 'vitest';
import { earlierPeriods, periodAround } from '../../src/domain/reconciliation/search-periods.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const near = periodAround({ from: new Date(Date.UTC(2026, 3, 10)), before: new Date(Date.UTC(2026, 3, 11)) });

test('of the books before a day, each sought entry has its likely periods read in turn', () => {
  const restless = { begunAt: day(60), earlier: Array.from({ length: 30 }, (_, index) => day(61 + index)) };
  const quiet = { begunAt: day(3), earlier: [] };
  for (const entries of [
    [restless, quiet],
    [quiet, restless],
  ]) {
    const periods = earlierPeriods(near, entries);
    const placeOf = (moment: Date) =>
      periods.findIndex(({ from, before }) => from <= moment && moment < before);
    expect(placeOf(quiet.begunAt)).toBeLessThan(4);
    expect(placeOf(day(90))).toBeLessThan(4);
    expect(new Set(periods).size).toBe(periods.length);
  }
});
