import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { repositoryPages } from '../build/pages/repository-pages.ts';

const docsFolder = join(import.meta.dirname, '..');
const repository = join(docsFolder, '..');

/**
 * Changes the pages’ links to files of the repository, which work only for readers on a Git host. If the file is also a page of
 * the site, the link leads to that page. Otherwise, the link becomes plain text, with the file’s path as its tooltip.
 *
 * @throws {Error} for a file that does not exist
 */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const inline of tokens.filter(({ type }) => type === 'inline')) {
      const children = inline.children ?? [];
      for (const [index, token] of children.entries()) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        const file = href === null ? undefined : fileOutside(href, env.path);
        if (file === undefined) continue;
        if (!existsSync(file)) throw new Error(`${env.path} leads to ${href}, which is not there.`);
        const page = repositoryPages[relative(repository, file)];
        if (page !== undefined) {
          const [, anchor] = href?.split('#') ?? [];
          const address = `/${page.replace(/(index)?\.md$/, '')}`;
          token.attrSet('href', anchor === undefined ? address : `${address}#${anchor}`);
          continue;
        }
        const close = children.slice(index).find(({ type }) => type === 'link_close');
        if (close === undefined) continue;
        token.tag = 'span';
        close.tag = 'span';
        token.attrs = [
          ['class', 'repository-file'],
          ['title', relative(repository, file)],
        ];
      }
    }
  });
}

/** The file that a relative link leads to; undefined if the link leads to a page of the docs or to another site. */
function fileOutside(href: string, page: string): string | undefined {
  if (!href.startsWith('.')) return undefined;
  const [path = ''] = href.split('#');
  const file = join(dirname(page), path);
  return relative(docsFolder, file).startsWith('..') ? file : undefined;
}
