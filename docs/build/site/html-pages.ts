import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface HtmlPage {
  /** Within the site, with forward slashes. */
  readonly path: string;
  readonly file: string;
  readonly html: string;
}

export function htmlPagesIn(distFolder: string): readonly HtmlPage[] {
  return globSync('**/*.html', { cwd: distFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const file = join(distFolder, path);
      return { path, file, html: readFileSync(file, 'utf8') };
    });
}
