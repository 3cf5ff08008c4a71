import type { Options } from '@sveltejs/vite-plugin-svelte';

/** How components are compiled, for the page and for tests. */
export const svelteOptions: Options = {
  configFile: false,
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // In every rule and on every element: three signs tell fifty components apart.
    cssHash: ({ hash, css }) => `k${hash(css).slice(0, 3)}`,
  },
};
