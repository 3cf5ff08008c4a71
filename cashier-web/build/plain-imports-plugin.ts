import type { Plugin } from 'vite';

/**
 * The bundler wraps every `import()` so that what the file needs beside is loaded first. Here the page names that
 * itself (preload-plugin.ts), and what is loaded on demand stands alone: the wrapper would be 0.7 kB for nothing.
 */
export function plainImportsPlugin(): Plugin {
  return {
    name: 'kassa-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
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
