import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The seed of the tests that use random examples. All runs of `npm test` use this seed, so they all test the same examples. */
const seed = Number(process.env.KASSA_PROPERTY_SEED ?? 20_261_122);

const { testPath } = expect.getState();
// Load the property library only for test files that use it, because loading takes a tenth of a second and few files do.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed });
}
