import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { writtenPages } from '../build/examples/check-examples.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Matches a line such as `<<< ../examples/refund.ts#ask{ts}`, which shows a file or a region of a file. */
const shown = /^<<< (?<path>[^#{\s]+)(?:#(?<region>[\w-]+))?(?:\{[^}]*\})?$/gm;

it('every file and region that a page shows exists; otherwise, the site would show an error in its place', () => {
  const missing: string[] = [];
  let count = 0;
  // Leave out the README of the docs, because it only explains this syntax.
  for (const page of writtenPages(repository).filter((one) => !one.endsWith('docs/README.md'))) {
    for (const { groups: { path = '', region } = {} } of readFileSync(page, 'utf8').matchAll(shown)) {
      count += 1;
      const file = resolve(dirname(page), path);
      const isThere =
        existsSync(file) &&
        (region === undefined || new RegExp(`# ?region ${region}\n`).test(readFileSync(file, 'utf8')));
      if (!isThere) missing.push(`${relative(repository, page)}: ${path}#${region ?? ''}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(20);
});
