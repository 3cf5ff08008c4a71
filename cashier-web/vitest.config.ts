import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { svelteOptions } from './build/svelte-options.ts';

/** Compiles state classes as for the browser, and uses the SDK's sources instead of its build. */
export default defineConfig({
  plugins: [svelte(svelteOptions)],
  resolve: {
    conditions: ['browser'],
    alias: { '@kassa/sdk-browser': join(import.meta.dirname, '../sdk-browser/src/index.ts') },
  },
  test: {
    name: 'cashier-web',
    include: ['test/**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, 'test/browser/build-once.ts')],
    setupFiles: [join(import.meta.dirname, '../infra/test-run/src/seed-properties.ts')],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // With more pages at the same time, each page becomes slower.
    maxConcurrency: 3,
    maxWorkers: 4,
  },
});
