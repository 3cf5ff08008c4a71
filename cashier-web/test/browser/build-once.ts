import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { TestProject } from 'vitest/node';
import { compactStyles } from '../../../sdk-browser/build/compact-styles.ts';
import { sdkSources } from './sdk-sources.ts';

const root = join(import.meta.dirname, '../..');

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
  await buildInto(folder);
  project.onTestsRerun(() => buildInto(folder));
  project.provide('builtCashier', folder);
  return () => rmSync(folder, { recursive: true });
}

async function buildInto(folder: string): Promise<void> {
  const built = await asInProduction(
    async () =>
      (await build({
        root,
        logLevel: 'error',
        build: { write: false },
        plugins: [compactStyles],
        resolve: { alias: sdkSources },
      })) as Rolldown.RolldownOutput,
  );
  for (const output of built.output) {
    const file = join(folder, output.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output.type === 'chunk' ? output.code : output.source);
  }
}

/** The test runner's own environment would make the compiler put its checks for developers into the page. */
async function asInProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    process.env.NODE_ENV = before;
  }
}
