import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { inventoryPlugin } from './build/inventory-plugin.ts';

/** The gateway serves `dist` at its root; its policy permits neither inline script nor inline style. */
export default defineConfig({
  plugins: [svelte({ configFile: false }), inventoryPlugin()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every browser that runs this target preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { input: ['index.html', 'return.html'] },
  },
});
