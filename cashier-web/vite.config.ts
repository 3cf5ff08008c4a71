import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compactStyles } from '../sdk-browser/build/compact-styles.ts';
import { compileHint } from './build/compile-hint.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { inventoryPlugin } from './build/inventory-plugin.ts';
import { messagesPlugin } from './build/messages/messages-plugin.ts';
import { ownCopiesPlugin } from './build/own-copies-plugin.ts';
import { plainImportsPlugin } from './build/plain-imports-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { sdkSources } from './build/sdk-sources.ts';
import { slimSdkPlugin } from './build/slim-sdk-plugin.ts';
import { slimSveltePlugin } from './build/slim-svelte-plugin.ts';
import { svelteOptions } from './build/svelte-options.ts';
import { unloadedPlugin } from './build/unloaded-plugin.ts';

/**
 * Builds the cashier into `dist`, which the gateway serves at its root. The gateway's content security policy forbids inline
 * scripts and styles.
 */
export default defineConfig({
  plugins: [
    compactStyles,
    svelte(svelteOptions),
    slimSveltePlugin(),
    messagesPlugin(),
    ownCopiesPlugin(),
    slimSdkPlugin(),
    unloadedPlugin(),
    plainImportsPlugin(),
    preloadPlugin(),
    inventoryPlugin(),
    compressPlugin(),
  ],
  resolve: {
    // Build the SDK from its sources, because the cashier's first file needs only a part of it, and the published files of the
    // SDK cannot be divided further.
    alias: sdkSources,
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Vite adds no preload links, because build/preload-plugin.ts adds them.
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      // Leave out unused modules of Svelte. This is safe because importing them has no side effects, although Svelte's package
      // does not declare this.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/svelte\//, sideEffects: false }] },
      input: ['index.html', 'fields.html', 'return.html'],
      output: {
        // The SDK's files already have a hash in their names. Leave out this hash, because this build adds its own hash. The
        // hash is short, because the names are part of the first load and a hash cannot be compressed.
        chunkFileNames: ({ name }) => `assets/${name.replace(/-(?=[\w-]*[A-Z\d])[\w-]{8}$/, '')}-[hash:6].js`,
        // A banner that is added earlier would be removed with the other comments.
        postBanner: compileHint,
        codeSplitting: {
          groups: [
            // The page's first script, with all that it imports.
            { name: 'opening', test: /\/cashier-web\/src\/main\.ts$/ },
            // The parts of the SDK that nearly every consumer needs later, and the code that start.ts and later files both use.
            {
              name: 'checkout',
              test: /\/(sdk-browser\/src\/checkout|cashier-web\/src\/cashier\/appearance)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
