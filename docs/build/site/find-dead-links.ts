import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { BASE } from '../site-addresses.ts';
import type { HtmlPage } from './html-pages.ts';

const ORIGIN = 'http://site.invalid';

/**
 * Finds links of the finished pages that lead to a missing page, file or anchor of the site. Returns a line of text for each.
 */
export function findDeadLinks(pages: readonly HtmlPage[], distFolder: string): string[] {
  const parsed = pages.map((page) => ({ ...page, root: parse(page.html) }));
  const anchors = new Map(
    parsed.map(({ path, root }) => [
      addressOf(path),
      new Set(root.querySelectorAll('[id]').map(({ id }) => id)),
    ]),
  );
  const dead = parsed.flatMap(({ path, root }) =>
    root
      .querySelectorAll('a[href], img[src]')
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .flatMap((link) => {
        const why = whyDead(new URL(link, ORIGIN + addressOf(path)), anchors, distFolder);
        return why === undefined ? [] : [`${path}: ${link} ${why}`];
      }),
  );
  return [...new Set(dead)];
}

/** Returns the address of a page from the path of its file. Addresses do not contain `.html` or `index.html`. */
function addressOf(path: string): string {
  return BASE + path.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
}

function whyDead(
  url: URL,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  distFolder: string,
): string | undefined {
  if (url.origin !== ORIGIN) return undefined;
  if (!url.pathname.startsWith(BASE)) return 'leads out of the site';
  const ids = anchors.get(url.pathname.replace(/\.html$/, ''));
  if (ids === undefined) {
    const file = join(distFolder, decodeURIComponent(url.pathname.slice(BASE.length)));
    return existsSync(file) ? undefined : 'leads nowhere';
  }
  const anchor = decodeURIComponent(url.hash.slice(1));
  return anchor === '' || ids.has(anchor) ? undefined : 'names an anchor that the page does not have';
}
