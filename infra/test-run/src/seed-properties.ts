import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Each number selects its own examples. Every run of `npm test` uses the same number. */
const seed = Number(process.env.KASSA_PROPERTY_SEED ?? 20_261_122);

const { testPath } = expect.getState();
// Load the library only if needed: that takes a tenth of a second, and few files use it.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed });
}
