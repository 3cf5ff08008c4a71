import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const selected = Object.values(scripts).flatMap((script) =>
  [...script.matchAll(/vitest run.* -t '([^']+)'/g)].map(([, title = '']) => title),
);

test('if a script selects tests by their titles, such tests exist', () => {
  const sources = globSync('{*,services/*}/test/**/*.ts', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  }).map((file) => readFileSync(join(repository, file), 'utf8'));
  expect(selected).not.toEqual([]);
  for (const title of selected) {
    expect(
      sources.some((source) => source.includes(`test('${title}`)),
      title,
    ).toBe(true);
  }
});
