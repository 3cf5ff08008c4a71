import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsIn } from '../src/reliability/fault-tags.ts';
import { reliabilityPage, rowsWithoutTests, tagsWithoutRow } from '../src/reliability/reliability-page.ts';
import { titlesIn } from '../src/reliability/titled-tests.ts';

test.each<[string, number[]]>([
  ['fault 7: of fifty refunds as many as fit', [7]],
  ['faults 2, 14: an event waits', [2, 14]],
  ['is one event (fault 15)', [15]],
  ['waits in its order (faults 2 and 14)', [2, 14]],
  ['the default 7: is none', []],
  ['nothing at all', []],
])('the title “%s” names the faults %j', (title, faults) => {
  expect(faultsIn(title)).toEqual(faults);
});

test('titles are found in sources, whatever their quotes', () => {
  const source = [
    `test('fault 1: one', async () => {});`,
    `describe("two (fault 2)", () => {`,
    'test.each([\n  1,\n])(`three of %s (fault 3)`, () => {});',
    `{ title: 'fault 4: four', rows: [] }`,
    `const text = 'a fault in the adapter';`,
  ].join('\n');
  expect(titlesIn(source).map(({ title }) => title)).toEqual([
    'fault 1: one',
    'two (fault 2)',
    'three of %s (fault 3)',
    'fault 4: four',
  ]);
});

test('the page names the tests of each fault, and faults without tests are reported', () => {
  const tests = [{ file: 'services/a/test/b.test.ts', title: 'fault 1: one refund for %s: %j', faults: [1] }];
  expect(reliabilityPage(tests)).toContain('- One refund for … — [b.test.ts](../services/a/test/b.test.ts)');
  expect(rowsWithoutTests(tests)).not.toContain(1);
  expect(rowsWithoutTests(tests)).toContain(2);
});

test('a title that names an unknown fault is reported', () => {
  const titled = (faults: number[]) => ({ file: 'a.test.ts', title: 'a', faults });
  expect(tagsWithoutRow([titled([1]), titled([2, 99])])).toEqual([99]);
});

test('each line of the page is a sentence with a subject, and without a placeholder', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reliability.md'), 'utf8');
  const sentences = page.split('\n').filter((line) => line.startsWith('- '));
  expect(sentences.length).toBeGreaterThan(300);
  const lacksSubject = /^- (and|are|can|does|has|is|makes|may|names|stays|that|waits|\d+:) /i;
  expect(sentences.filter((line) => line.includes('…') || lacksSubject.test(line))).toEqual([]);
});
