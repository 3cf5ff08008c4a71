import { defineConfig } from 'tsdown';

/** Bundles the command line into one file with everything it needs, so that installing the SDK installs no other package. */
export default defineConfig({
  entry: 'src/cli/main.ts',
  outDir: 'dist/cli',
  format: 'esm',
  platform: 'node',
  target: 'node20.3',
  dts: false,
  deps: {
    onlyBundle: [
      'ansi-regex',
      'commander',
      'currency-codes',
      'first-match',
      'get-east-asian-width',
      'nub',
      'picocolors',
      'string-width',
      'strip-ansi',
    ],
  },
  treeshake: { moduleSideEffects: false },
});
