import type { Plugin, Rolldown } from 'vite';

const ofPage = /\/cashier-web\/index\.html$/;
/**
 * The script that shows the order. Nearly every consumer needs it, but the page's first script loads it late, with `import()`.
 */
const neededSoon = /\/cashier-web\/src\/start\.ts$/;

/**
 * Adds preload links for the files that the page's scripts will request, so that the browser loads these files without waiting
 * for the scripts to run. The page's first script would only import another script, so the page loads that other script
 * directly.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'kassa-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle || path !== '/index.html') return;
        const first = builtFrom(bundle, ofPage);
        const [opening, ...others] = first.imports;
        if (
          opening === undefined ||
          others.length > 0 ||
          first.code.split(';').filter((part) => part.trim()).length > 1
        ) {
          throw new Error(
            `${first.fileName} contains more than one import, so the page needs the file itself.`,
          );
        }
        delete bundle[first.fileName];
        const named = html.replace(`/${first.fileName}"`, `/${opening}"`);
        const soon = builtFrom(bundle, neededSoon);
        const styles = [...(soon.viteMetadata?.importedCss ?? [])];
        const isNew = (file: string) => !named.includes(`/${file}"`);
        const linksTo = (files: readonly string[], rel: string) =>
          files.filter(isNew).map((file) => ({
            tag: 'link',
            attrs: { rel, crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }));
        const scripts = linksTo([soon.fileName, ...soon.imports], 'modulepreload');
        return { html: named, tags: [...scripts, ...linksTo(styles, 'stylesheet')] };
      },
    },
  };
}

function builtFrom(bundle: Rolldown.OutputBundle, module: RegExp): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? ''));
  if (!found) throw new Error(`Nothing was built from ${module}.`);
  return found;
}
