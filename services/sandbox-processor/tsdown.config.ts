import { defineConfig, type UserConfig } from 'tsdown';

/** Builds a script as a single file without imports, because an integrity hash covers only one file. */
function script(name: string, entry: string): UserConfig {
  return {
    entry: { [name]: entry },
    format: 'iife',
    outputOptions: { entryFileNames: '[name].js' },
    platform: 'browser',
    target: 'es2022',
    minify: true,
    dts: false,
    clean: false,
    tsconfig: 'browser/tsconfig.json',
  };
}

export default defineConfig([
  script('sandbox', 'browser/library/main.ts'),
  script('card-frame', 'browser/card-frame/main.ts'),
  script('wallet-sheet', 'browser/wallet-sheet/main.ts'),
  script('challenge', 'browser/challenge/main.ts'),
  script('voucher', 'browser/voucher/main.ts'),
]);
