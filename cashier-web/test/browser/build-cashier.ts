import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the cashier from the sources as they are, the SDK's included. */
export async function buildCashier(folder: string): Promise<void> {
  const built = await asInProduction(
    async () =>
      (await build({
        root,
        logLevel: 'error',
        build: { write: false },
      })) as Rolldown.RolldownOutput,
  );
  for (const output of built.output) {
    const file = join(folder, output.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output.type === 'chunk' ? output.code : output.source);
  }
}

/** A test runner's own environment would make the compiler put its checks for developers into the page. */
async function asInProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    process.env.NODE_ENV = before;
  }
}
