import type { Options } from '@sveltejs/vite-plugin-svelte';

/** How Svelte components are compiled, both for the page and for tests. */
export const svelteOptions: Options = {
  configFile: false,
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // The name of a component's CSS class. It is in every rule and element, so it is short: three characters distinguish fifty
    // components.
    cssHash: ({ hash, css }) => `k${hash(css).slice(0, 3)}`,
  },
};
