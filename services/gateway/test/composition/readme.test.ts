import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const variablePattern = /'((?:KASSA|SANDBOX_PROCESSOR|MONGODB)_[A-Z_]+)'/g;

test('the README lists exactly the environment variables that the gateway reads', () => {
  const isRead = new Set(
    [...read('src/composition/config.ts').matchAll(variablePattern)].map(([, name]) => name),
  );
  const isListed = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(isListed.toSorted()).toEqual([...isRead].sort());
});
