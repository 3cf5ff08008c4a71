import type { Plugin } from 'vite';

const pageOf = /\/src\/(return|fields)\/|\?own=(return|fields)$/;
const script = /^[./\0].*(?<!\.css)$/;

/**
 * Gives the return page and the page with card fields their own copies of the modules that they share with the cashier, so
 * that each of these pages loads only one script.
 */
export function ownCopiesPlugin(): Plugin {
  return {
    name: 'kassa-own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, { kind }) {
      const [, outer, inner] = pageOf.exec(importer ?? '') ?? [];
      const page = outer ?? inner;
      if (!page || !script.test(source) || kind === 'dynamic-import') return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}?own=${page}` };
    },
  };
}
