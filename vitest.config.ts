import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { TestOrder } from './infra/test-run/src/test-order.ts';

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

/** Test files that Node alone cannot load. Each of them loads all modules again, through the module runner of Vite. */
const throughVite = [
  // These replace a module of another package. Only the module runner of Vite can do that.
  'contracts/test/withdrawn-currency.test.ts',
  'services/gateway/test/application/withdrawn-currency.test.ts',
  // A library that this file uses imports a package whose sources are in TypeScript.
  'sdk-node/test/packaging/package.test.ts',
];

/**
 * Long enough for a slow or busy machine. The default of one second for a condition is too short. Only failing tests wait so
 * long.
 */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 90_000 } } };

// Keep a compile cache for the programs that tests start, so that each program is compiled only once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kassa-test-programs');

export default defineConfig({
  test: {
    // The gateway's tests spend half of their time waiting, so with three workers, two cores would be idle at times. With more
    // workers or with concurrent tests, each test would take longer, and tests that wait for a time limit would fail on a slow
    // machine.
    maxWorkers: 4,
    maxConcurrency: 3,
    sequence: { sequencer: TestOrder },
    projects: [
      // The cashier has its own configuration, because its state classes are Svelte modules, which must be compiled for tests.
      './cashier-web/vitest.config.ts',
      ...workspaces.map((root) => ({
        test: {
          name: root.split('/').at(-1) ?? root,
          root: `./${root}`,
          include: ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...throughVite
              .filter((file) => file.startsWith(`${root}/`))
              .map((file) => file.slice(root.length + 1)),
          ],
          setupFiles: root === 'services/gateway' ? [seedProperties, checkNativeWrites] : [seedProperties],
          // A worker loads modules once for all its files. The tests keep no state in modules.
          isolate: false,
          // Node loads the modules itself, as it does in production. It loads them faster than Vite, which would
          // transform every module again for every workspace. The code also runs faster: the gateway's domain tests
          // take three quarters of the time.
          experimental: { viteModuleRunner: false },
          ...patience,
        },
      })),
      {
        test: {
          name: 'through-vite',
          include: throughVite,
          setupFiles: [seedProperties],
          ...patience,
        },
      },
    ],
  },
});
