import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protections } from '../src/prove/protections.ts';

const repository = join(import.meta.dirname, '../../..');

test.each(protections)('stands in its file once, to be taken out: $what', ({ file, find }) => {
  const code = readFileSync(join(repository, file), 'utf8');
  expect(code.split(find)).toHaveLength(2);
});
