import { describe, expect, test } from 'vitest';
import {
  firstLookAt,
  latestDueDate,
  missingDates,
  nextLookAt,
} from '../../src/domain/reconciliation/due-days.ts';

const date = '2026-11-20';
const moment = (text: string) => new Date(`${text}Z`);

describe('a day of a channel', () => {
  test('can be reconciled from four in the morning (UTC) of the next on', () => {
    expect(firstLookAt(date)).toEqual(moment('2026-11-21T04:00:00'));
    expect(latestDueDate(moment('2026-11-21T03:59:59.999'))).toBe('2026-11-19');
    expect(latestDueDate(moment('2026-11-21T04:00:00'))).toBe(date);
  });

  test.each([
    ['settled', '2026-11-21T00:05:00', '2026-11-21T04:00:00'],
    ['settled', '2026-11-21T03:59:59', '2026-11-21T04:00:00'],
    ['settled', '2026-11-21T04:00:00', null],
    ['not_final', '2026-11-20T12:00:00', '2026-11-21T04:00:00'],
    ['unavailable', '2026-11-20T12:00:00', '2026-11-21T04:00:00'],
    ['unavailable', '2026-11-21T04:00:00', '2026-11-21T05:00:00'],
    ['unavailable', '2026-11-27T23:59:59', '2026-11-28T00:59:59'],
    ['unavailable', '2026-11-28T00:00:00', '2026-11-29T00:00:00'],
    ['unavailable', '2029-11-28T00:00:00', '2029-11-29T00:00:00'],
    ['pending', '2026-11-21T00:05:00', '2026-11-21T04:00:00'],
    ['pending', '2026-11-21T04:00:00', '2026-11-22T04:00:00'],
    ['pending', '2026-11-27T23:59:59', '2026-11-28T23:59:59'],
    ['pending', '2026-11-28T00:00:00', null],
  ] as const)('that was %s at %s is compared again at %s', (kind, at, again) => {
    expect(nextLookAt(date, { kind, at: moment(at) })).toEqual(again && moment(again));
  });
});

test('the missing days are the unknown ones between the first and the last', () => {
  const known = new Set(['2026-12-30', '2027-01-01']);
  expect(missingDates('2026-12-30', '2027-01-02', known)).toEqual(['2026-12-31', '2027-01-02']);
  expect(missingDates('2027-01-02', '2027-01-01', new Set())).toEqual([]);
  expect(missingDates('2028-02-28', '2028-03-01', new Set())).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
});
