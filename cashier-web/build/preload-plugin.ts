import type { Plugin, Rolldown } from 'vite';

/**
 * Files that scripts load only when they need them (`import()`), although nearly every consumer needs them: the code that shows
 * the order (start.ts), and the card form.
 */
const neededSoon = [/\/cashier-web\/src\/start\.ts$/, /\/own-form(-[\w-]+)?\.m?[tj]s$/];

/**
 * Adds preload links for the files that the page's scripts will request. So the browser loads these files without waiting for
 * the scripts to run.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'kassa-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle || path !== '/index.html') return;
        const chunks = neededSoon.flatMap((module) => withImports(bundle, module));
        const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const scripts = chunks.map(({ fileName }) => fileName);
        const isNew = (file: string) => !html.includes(`/${file}"`);
        const linksTo = (files: readonly string[], rel: string) =>
          [...new Set(files)].filter(isNew).map((file) => ({
            tag: 'link',
            attrs: { rel, crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }));
        return [...linksTo(styles, 'stylesheet'), ...linksTo(scripts, 'modulepreload')];
      },
    },
  };
}

function withImports(bundle: Rolldown.OutputBundle, module: RegExp): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? ''));
  if (!found) throw new Error(`Nothing was built from ${module}.`);
  return [found, ...chunks.filter(({ fileName }) => found.imports.includes(fileName))];
}
