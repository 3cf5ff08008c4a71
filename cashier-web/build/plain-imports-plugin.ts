import type { Plugin } from 'vite';

/** What the bundler turns `const { name } = await import('…')` into. */
const namedImport =
  /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^)]*\));\s*return \{[^}]*\};\s*\}, __VITE_PRELOAD__\)/g;
/** What the bundler turns any other `import('…')` into. */
const wholeImport = /__vitePreload\(\(\) => ([\s\S]*?), __VITE_PRELOAD__\)/g;

/**
 * Removes the wrapper that the bundler puts around every `import()` to preload the file's dependencies. Here the page itself
 * preloads what it needs (preload-plugin.ts), and files loaded on demand have no dependencies. The wrapper would waste 0.7 kB.
 */
export function plainImportsPlugin(): Plugin {
  return {
    name: 'kassa-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    // Leaves only the `import()` of each call of the helper. The helper remains, because other chunks may import it.
    renderChunk: (code) => code.replaceAll(namedImport, '$1').replaceAll(wholeImport, '$1'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.isEntry) continue;
          const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
          const named = (style: string) =>
            Object.values(bundle).some(
              (page) =>
                page.type === 'asset' &&
                page.fileName.endsWith('.html') &&
                String(page.source).includes(`/${style}"`),
            );
          const lost = styles.filter((style) => !named(style));
          if (lost.length > 0)
            throw new Error(`Nothing loads ${lost.join(', ')}, which ${chunk.fileName} needs.`);
        }
      },
    },
  };
}
