import { defineConfig } from 'tsdown';
import { compactStyles } from './build/compact-styles.ts';
import { writeContractTypes } from './build/contract-types.ts';
import { writeIntegrity } from './build/write-integrity.ts';

/**
 * The SDK imports only types from the contracts package. Replace them by plain declarations (contract-types.ts), so that the
 * published package does not depend on the contracts package.
 */
const contractTypes = {
  name: 'contract-types',
  load: {
    order: 'pre' as const,
    filter: { id: /[\\/]contracts[\\/]src[\\/]index\.d\.ts$/ },
    handler: writeContractTypes,
  },
};

export default defineConfig([
  /** The build for bundlers and module scripts. Each renderer is a separate file, loaded when a payment method needs it. */
  {
    entry: { index: 'src/index.ts', embed: 'src/embed.ts' },
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    fixedExtension: true,
    minify: true,
    dts: { compilerOptions: { stripInternal: true } },
    plugins: [contractTypes, compactStyles],
    outputOptions: {
      // The file `core` contains code that the SDK's core shares with its renderers. The file `shared` contains code that the
      // core shares only with the code of forms. The core has a size limit, and both files count toward it.
      codeSplitting: {
        groups: [
          { name: 'core', test: /src\/(abortable|checkout-errors|failed-call)\.ts$/ },
          { name: 'shared', test: /src\/(event-emitter|leave-page)\.ts$/ },
        ],
      },
    },
  },
  /**
   * The script of the gateway's page with the card fields. It is built separately: in a common build, code that it shares with
   * the SDK would move to other files, and the SDK's file sizes would change.
   */
  {
    entry: { 'card-frame': 'src/card-frame/start-card-frame.ts' },
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    fixedExtension: true,
    minify: true,
    dts: true,
    plugins: [contractTypes, compactStyles],
    outputOptions: { codeSplitting: false },
  },
  /** The build for script tags: one file that never changes once published, so that a page can pin it by its hash. */
  {
    entry: { kassa: 'src/script-tag.ts' },
    format: 'iife',
    globalName: 'Kassa',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    dts: false,
    plugins: [compactStyles],
    deps: { neverBundle: ['@kassa/contracts'] },
    outputOptions: { entryFileNames: '[name].js', codeSplitting: false },
    hooks: { 'build:done': ({ options }) => writeIntegrity(options.outDir, 'kassa.js') },
  },
]);
