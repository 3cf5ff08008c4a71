import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultRows } from '../src/reliability/fault-rows.ts';
import { findTitledTests } from '../src/reliability/titled-tests.ts';

const repository = resolve(import.meta.dirname, '../../..');
const text = readFileSync(join(repository, 'SECURITY.md'), 'utf8');

/** The lines of the table of attacks, with the numbers of their rows and the test files that they name. */
const attacks = text.split('\n').flatMap((line) => {
  const [, , attempt = '', , rows = '', files = ''] = line.split('|').map((cell) => cell.trim());
  return /^[\d, –]+$/.test(rows) ? [{ attempt, rows: numbersIn(rows), files: testFilesIn(files) }] : [];
});

function testFilesIn(part: string): string[] {
  return [...part.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
}

/** Reads numbers and ranges, such as `22–25, 28`. */
function numbersIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('–').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

const titled = findTitledTests();

describe('SECURITY.md', () => {
  test('names only test files that exist', () => {
    const files = testFilesIn(text);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });

  test('has at most two pages', () => {
    expect(text.split(/\s+/).length).toBeLessThan(1_100);
  });

  test.each(attacks)(
    'names rows of the reliability page for “$attempt”, and a test of one of them',
    ({ rows, files }) => {
      const known = new Set(faultRows.map(({ number }) => number));
      expect(rows.filter((row) => !known.has(row))).toEqual([]);
      const held = titled.filter(({ file }) => files.includes(file));
      expect(rows.some((row) => held.some(({ faults }) => faults.includes(row)))).toBe(true);
    },
  );
});
