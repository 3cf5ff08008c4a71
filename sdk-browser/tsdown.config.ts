import { defineConfig } from 'tsdown';
import { writeContractTypes } from './build/contract-types.ts';
import { writeIntegrity } from './build/write-integrity.ts';

/** The contracts are types only here; published, they are plain declarations (see contract-types.ts). */
const contractTypes = {
  name: 'contract-types',
  load: {
    order: 'pre' as const,
    filter: { id: /[\\/]contracts[\\/]src[\\/]index\.d\.ts$/ },
    handler: writeContractTypes,
  },
};

export default defineConfig([
  /** For bundlers and module scripts; the renderers become files of their own, loaded when a method needs them. */
  {
    entry: { index: 'src/index.ts', embed: 'src/embed.ts' },
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    fixedExtension: true,
    minify: true,
    dts: { compilerOptions: { stripInternal: true } },
    plugins: [contractTypes],
    outputOptions: {
      // What the core and its renderers share is counted with the core, and has a name that says so.
      codeSplitting: { groups: [{ name: 'core', test: /src\/(abortable|checkout-errors)\.ts$/ }] },
    },
  },
  /** For a script tag: everything in one file that is never changed, so that a page can pin it by its hash. */
  {
    entry: { kassa: 'src/script-tag.ts' },
    format: 'iife',
    globalName: 'Kassa',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    dts: false,
    deps: { neverBundle: ['@kassa/contracts'] },
    outputOptions: { entryFileNames: '[name].js', codeSplitting: false },
    hooks: { 'build:done': ({ options }) => writeIntegrity(options.outDir, 'kassa.js') },
  },
]);
