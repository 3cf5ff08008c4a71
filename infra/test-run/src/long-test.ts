import { describe, test } from 'vitest';
import { everyCombination } from './every-combination.ts';

/** Accepts every call that `test` and `describe` accept, and registers no test. */
const unregistered: unknown = new Proxy(() => undefined, {
  apply: () => unregistered,
  get: () => unregistered,
});

/**
 * Registers a test that only `npm run combinations` runs. Use it for a variant of what a test of `npm test` already checks, and
 * for details of the sandbox and of tools. Tests of money, events and signatures always belong to `npm test`.
 */
export const longTest = everyCombination ? test : (unregistered as typeof test);

/** A group of tests that only `npm run combinations` runs. */
export const longDescribe = everyCombination ? describe : (unregistered as typeof describe);
