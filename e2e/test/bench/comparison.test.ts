import { expect, test } from 'vitest';
import { slopeOf } from '../../bench/soak-bench.ts';
import { compareInTurn, type Figures, type Subject } from '../../bench/subject.ts';

function subject(name: string, values: readonly number[], log: string[] = []): Subject {
  const left = [...values];
  return {
    name,
    round: async (): Promise<Figures> => {
      log.push(name);
      return { 'calls/s': left.shift() ?? Number.NaN };
    },
    verify: async () => {
      log.push(`verify ${name}`);
    },
    stop: async () => {
      log.push(`stop ${name}`);
    },
  };
}

test('subjects are measured in turn, the first round is not counted, and ratios are those of the same round', async () => {
  const log: string[] = [];
  const { rows } = await compareInTurn(
    [async () => subject('new', [9999, 10, 20, 60], log), async () => subject('old', [9999, 5, 20, 20], log)],
    3,
  );
  expect(log.slice(0, 8)).toEqual(['new', 'old', 'old', 'new', 'new', 'old', 'old', 'new']);
  expect(log.slice(8)).toEqual(['verify new', 'verify old', 'stop new', 'stop old']);
  expect(rows).toEqual([
    {
      figure: 'calls/s',
      spreads: {
        new: { median: 20, lowest: 10, highest: 60 },
        old: { median: 20, lowest: 5, highest: 20 },
      },
      ratios: { old: 2 },
    },
  ]);
});

test('a comparison fails if a subject does not verify, and stops all subjects', async () => {
  const log: string[] = [];
  const wrong: Subject = {
    ...subject('wrong', [1, 1], log),
    verify: () => Promise.reject(new Error('an order is missing')),
  };
  await expect(
    compareInTurn([async () => subject('right', [1, 1], log), async () => wrong], 1),
  ).rejects.toThrow('an order is missing');
  expect(log).toContain('stop right');
  expect(log).toContain('stop wrong');
});

test('the slope of memory has a standard error, which is zero if all points are on a line', () => {
  expect(
    slopeOf([
      [0, 100],
      [1, 102],
      [2, 104],
      [3, 106],
    ]),
  ).toEqual({ slope: 2, standardError: 0 });
  const { slope, standardError } = slopeOf([
    [0, 100],
    [1, 104],
    [2, 98],
    [3, 102],
  ]);
  expect(slope).toBeCloseTo(0, 5);
  expect(standardError).toBeGreaterThan(1);
});
