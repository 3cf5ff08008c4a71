import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Property tests draw random examples. A fixed seed gives the same examples, and so the same result, in every run. */
const seedProperties = join(import.meta.dirname, 'infra/test-run/src/seed-properties.ts');

/** The gateway's tests check every document that they write against the schema of its collection. */
const checkNativeWrites = join(import.meta.dirname, 'services/gateway/test/support/check-native-writes.ts');

/** Each workspace is one project. All projects share one worker pool and one database server. */
const workspaces = [
  'contracts',
  'docs',
  'services/gateway',
  'services/sandbox-processor',
  'sdk-node',
  'sdk-browser',
  'infra/debian-packages',
  'infra/deploy-try',
  'infra/local-database',
  'infra/local-browser',
  'infra/demo',
  'infra/test-run',
  'samples',
  'e2e',
];

/**
 * Workspaces in which every test file loads all modules anew. Elsewhere, a worker of the test runner loads modules once for all
 * its files, which saves time. The tests of `sdk-node` would save nothing, because they spend their time in child processes.
 */
const isolated: ReadonlySet<string> = new Set(['sdk-node']);

// Keep a compile cache for the programs that tests start, so that each program is compiled only once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kassa-test-programs');

export default defineConfig({
  test: {
    // More workers or concurrent tests would not finish sooner on two cores, but each test would take longer, and those that wait
    // for a time limit would fail on a slow machine.
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [
      // The cashier has its own configuration, because its state classes are Svelte modules, which must be compiled for tests.
      './cashier-web/vitest.config.ts',
      ...workspaces.map((root) => ({
        test: {
          name: root.split('/').at(-1) ?? root,
          root: `./${root}`,
          include: ['test/**/*.test.ts'],
          setupFiles: root === 'services/gateway' ? [seedProperties, checkNativeWrites] : [seedProperties],
          isolate: isolated.has(root),
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // How long tests wait for a condition. The default of one second is too short on a slow or busy machine. Only a
          // failing test waits for the whole time.
          expect: { poll: { timeout: 90_000 } },
        },
      })),
    ],
  },
});
