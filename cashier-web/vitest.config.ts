import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { messagesPlugin } from './build/messages/messages-plugin.ts';
import { sdkSources } from './build/sdk-sources.ts';
import { svelteOptions } from './build/svelte-options.ts';

/** Compiles Svelte's state classes as for the browser, and takes the browser SDK from its sources instead of its build. */
export default defineConfig({
  plugins: [svelte(svelteOptions), messagesPlugin()],
  resolve: {
    conditions: ['browser'],
    alias: sdkSources,
  },
  test: {
    name: 'cashier-web',
    include: ['test/**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, 'test/browser/build-once.ts')],
    setupFiles: [join(import.meta.dirname, '../infra/test-run/src/seed-properties.ts')],
    // A worker loads modules once for all its files. The tests keep no state in modules.
    isolate: false,
    // As in the other workspaces: long enough for a slow or busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    // Limits how many tests run at the same time, because more open browser pages would slow each other down.
    maxConcurrency: 3,
    maxWorkers: 4,
  },
});
