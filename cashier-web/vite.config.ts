import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressPlugin } from './build/compress-plugin.ts';
import { inventoryPlugin } from './build/inventory-plugin.ts';
import { plainImportsPlugin } from './build/plain-imports-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { svelteOptions } from './build/svelte-options.ts';

/** The gateway serves `dist` at its root. Its content security policy forbids inline scripts and styles. */
export default defineConfig({
  plugins: [
    svelte(svelteOptions),
    plainImportsPlugin(),
    preloadPlugin(),
    inventoryPlugin(),
    compressPlugin(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The page itself preloads what it will need soon (build/preload-plugin.ts).
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      input: ['index.html', 'return.html'],
      output: {
        codeSplitting: {
          groups: [
            // Puts the code that the page and the card form share into one file instead of many.
            {
              name: 'shared',
              minShareCount: 2,
              test: /\/(sdk-browser|cashier-web)\/(?!.*(processor-form|libraries|components))/,
            },
          ],
        },
      },
    },
  },
});
