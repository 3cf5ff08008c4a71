import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_LINES = 400;

test('no source file of a package has more than 400 lines', () => {
  const repository = join(import.meta.dirname, '../../..');
  const files = globSync('{*,services/*,infra/*}/src/**/*.{ts,svelte}', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(500);
  const linesOf = (file: string): number =>
    readFileSync(join(repository, file), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => linesOf(file) > MAX_LINES)).toEqual([]);
});
