import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The same examples in each run of `npm test`; any other number tries others. */
const seed = Number(process.env.KASSA_PROPERTY_SEED ?? 20_261_122);

const { testPath } = expect.getState();
// Loading the library takes a tenth of a second, and few files use it.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed });
}
