import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** State classes are compiled as for the browser; the SDK is taken from its sources, not from a build. */
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  resolve: {
    conditions: ['browser'],
    alias: { '@kassa/sdk-browser': join(import.meta.dirname, '../sdk-browser/src/index.ts') },
  },
  test: {
    name: 'cashier-web',
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
