import type { Plugin } from 'vite';

/**
 * Gives the return page its own copy of a module that it shares with the cashier. The page is visible only briefly, so it
 * should not load a second script.
 */
export function ownCopiesPlugin(): Plugin {
  return {
    name: 'kassa-own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.includes('/src/return/') || !source.startsWith('../')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}?return` };
    },
  };
}
