import type { Plugin, Rolldown } from 'vite';

const pageOf = /\/src\/(return|fields)\/|\?own=(return|fields)$/;
const script = /^[./\0].*(?<!\.css)$/;

/**
 * Gives the return page and the page with card fields their own copies of the modules that they share with the cashier, so
 * that each of these pages loads only one script.
 *
 * The build fails if one of these pages would load the cashier's first script, even later: that script opens the order as soon as
 * it runs.
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
    generateBundle(_options, bundle) {
      for (const { facadeModuleId, fileName } of Object.values(bundle).filter(isChunk)) {
        const page = ownPage.exec(facadeModuleId ?? '')?.[0];
        const opening = page && [...loadedFrom(fileName, bundle)].find(({ name }) => name === 'opening');
        if (opening) throw new Error(`${page} loads ${opening.fileName}, which opens the order.`);
      }
    },
  };
}

const ownPage = /\b(fields|return)\.html$/;
const isChunk = (output: Rolldown.OutputAsset | Rolldown.OutputChunk) => output.type === 'chunk';

/** The script and all scripts that it imports, immediately or later. */
function loadedFrom(entry: string, bundle: Rolldown.OutputBundle): ReadonlySet<Rolldown.OutputChunk> {
  const files = new Set([entry]);
  const chunks = new Set<Rolldown.OutputChunk>();
  // A set also visits what is added to it meanwhile.
  for (const file of files) {
    const output = bundle[file];
    if (output?.type !== 'chunk') continue;
    chunks.add(output);
    for (const imported of [...output.imports, ...output.dynamicImports]) files.add(imported);
  }
  return chunks;
}
