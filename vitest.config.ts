import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Property tests use the same examples in every run, so that two runs give the same result. */
const seedProperties = join(import.meta.dirname, 'infra/test-run/src/seed-properties.ts');

/** Every write of the gateway's tests is checked against its collection's schema. */
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
  'infra/local-database',
  'infra/local-browser',
  'infra/demo',
  'infra/test-run',
  'samples',
  'e2e',
];

/**
 * In other workspaces, a worker loads the modules once and keeps them for its next files; a file that mocks a
 * module resets the modules itself. The tests of these workspaces spend their time in child processes and
 * browsers, so shared modules would save nothing.
 */
const isolated: ReadonlySet<string> = new Set(['sdk-node', 'e2e']);

// Keeps a compile cache, so that the programs that tests start are compiled only once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kassa-test-programs');

export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      // The cashier's state classes are Svelte modules, which must be compiled first.
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
          // How long to wait for a condition. One second is too short on a busy machine, and only a failing test
          // waits for the whole time.
          expect: { poll: { timeout: 10_000 } },
        },
      })),
    ],
  },
});
