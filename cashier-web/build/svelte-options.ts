import type { Options } from '@sveltejs/vite-plugin-svelte';

/** How components are compiled, for the page and for tests. */
export const svelteOptions: Options = {
  configFile: false,
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // The class appears in every rule and element, so keep it short: three characters distinguish fifty components.
    cssHash: ({ hash, css }) => `k${hash(css).slice(0, 3)}`,
  },
};
