import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Page } from './page.ts';

/** Files of the repository that are also pages of the site. Each path in the repository is mapped to the path on the site. */
export const repositoryPages: Readonly<Record<string, string>> = {
  'sdk-node/README.md': 'sdk-node/index.md',
  'sdk-browser/README.md': 'sdk-browser/index.md',
  'services/gateway/README.md': 'gateway.md',
  'contracts/vectors/README.md': 'vectors.md',
  'samples/README.md': 'samples.md',
};

/** @param appendixOf returns what follows the file on its page */
export function pagesOfRepository(repository: string, appendixOf: (path: string) => string): readonly Page[] {
  return Object.entries(repositoryPages).map(([file, path]) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const page = withLinksFrom(text, dirname(file), join('docs', dirname(path)));
    return { path, text: `${page}${appendixOf(path)}` };
  });
}

/** Rewrites relative links so that they work from another folder. */
function withLinksFrom(markdown: string, from: string, to: string): string {
  return markdown.replaceAll(
    /\]\((?![a-z]+:|#|\/)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, path: string, anchor = '') => {
      const moved = relative(to, join(from, path));
      return `](${moved.startsWith('.') ? '' : './'}${moved}${anchor})`;
    },
  );
}
