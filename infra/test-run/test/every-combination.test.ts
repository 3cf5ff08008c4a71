import { expect, test } from 'vitest';
import { combine, firstOf } from '../src/every-combination.ts';

const rows = ['a', 'b', 'c'];
const variants = ['1', '2'] as const;

test('the short form has each row once, with the variants in turn', () => {
  expect(combine(rows, variants, false)).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '1'],
  ]);
});

test('the long form has each row with each variant', () => {
  expect(combine(rows, variants, true).map(([row, variant]) => row + variant)).toEqual([
    'a1',
    'a2',
    'b1',
    'b2',
    'c1',
    'c2',
  ]);
});

test('of cases that differ in a detail, the short form has the first, and the long form all', () => {
  expect(firstOf(rows, false)).toEqual(['a']);
  expect(firstOf(rows, true)).toEqual(rows);
});
