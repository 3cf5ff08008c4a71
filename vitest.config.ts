import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Properties are tried with fixed examples, so that a run says the same as the one before. */
const seedProperties = join(import.meta.dirname, 'infra/test-run/src/seed-properties.ts');

/** Every write of the gateway's tests is checked against its collection's schema. */
const checkNativeWrites = join(import.meta.dirname, 'services/gateway/test/support/check-native-writes.ts');

/** One project a workspace; one worker pool and one database server for all of them. */
const workspaces = [
  'contracts',
  'docs',
  'services/gateway',
  'services/sandbox-processor',
  'sdk-node',
  'sdk-browser',
  'infra/debian-packages',
  'infra/local-database',
  'infra/local-browser',
  'infra/demo',
  'infra/test-run',
  'samples',
  'e2e',
];

/**
 * Elsewhere a worker loads a workspace's modules once, not again for each file, and a file that replaces a module for itself
 * resets them. These spend their time in programs and browsers of their own, so sharing modules gains them nothing.
 */
const isolated: ReadonlySet<string> = new Set(['sdk-node', 'e2e']);

// The programs that tests start are compiled once, not at every start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kassa-test-programs');

export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      // Its state classes are Svelte modules and are compiled first.
      './cashier-web/vitest.config.ts',
      ...workspaces.map((root) => ({
        test: {
          name: root.split('/').at(-1) ?? root,
          root: `./${root}`,
          include: ['test/**/*.test.ts'],
          setupFiles: root === 'services/gateway' ? [seedProperties, checkNativeWrites] : [seedProperties],
          isolate: isolated.has(root),
          testTimeout: 30_000,
          hookTimeout: 120_000,
          // A condition that never comes takes as long, and one second is too short for a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      })),
    ],
  },
});
