import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { protections } from '../src/prove/protections.ts';

const repository = join(import.meta.dirname, '../../..');

test.each(protections)('is in its file exactly once, so that it can be removed: $what', ({ file, find }) => {
  const code = readFileSync(join(repository, file), 'utf8');
  expect(code.split(find)).toHaveLength(2);
});

test.each(protections)('can be removed without breaking the syntax: $what', ({ file, find, replace }) => {
  const code = readFileSync(join(repository, file), 'utf8');
  expect(() => stripTypeScriptTypes(code.replace(find, () => replace))).not.toThrow();
});

test.each(protections)('is checked by a test that exists: $what', ({ seenBy }) => {
  if ('faultCheck' in seenBy) return;
  const titles = testCodeOf(join(repository, seenBy.file)).replaceAll('\\', '');
  expect(titles).toContain(seenBy.title);
});

/** Returns the code of a test file, with that of the contract suites which it runs. */
function testCodeOf(file: string, read = new Set<string>()): string {
  if (read.has(file)) return '';
  read.add(file);
  const code = readFileSync(file, 'utf8');
  const suites = [...code.matchAll(/ from '(\.[^']*-contract[^']*\.ts)'/g)].map(([, path = '']) =>
    testCodeOf(join(dirname(file), path), read),
  );
  return [code, ...suites].join('\n');
}
