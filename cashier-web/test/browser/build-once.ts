import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCashier } from './build-cashier.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the cashier as production gets it. */
    readonly builtCashier: string;
  }
}

/**
 * Builds the cashier from the sources as they are, the SDK's included, once for all test files of a run and again
 * before each run that follows: no test runs against an older build.
 */
export default async function buildOnce(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-cashier-'));
  await buildCashier(folder);
  project.onTestsRerun(() => buildCashier(folder));
  project.provide('builtCashier', folder);
  return () => rmSync(folder, { recursive: true });
}
