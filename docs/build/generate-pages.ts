import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiPages } from './pages/api-pages.ts';
import { errorsPage } from './pages/errors-page.ts';
import { eventsPage } from './pages/events-page.ts';
import { kassaAdminPage } from './pages/kassa-admin-page.ts';
import type { Page } from './pages/page.ts';

/** Writes the pages that are generated from the contracts and from the help of `kassa-admin`. Git ignores them. */
export async function generatePages(docsFolder: string): Promise<void> {
  rmSync(join(docsFolder, 'api'), { recursive: true, force: true });
  writePages(docsFolder, [...apiPages(), eventsPage(), errorsPage(), await kassaAdminPage()]);
}

export function writePages(docsFolder: string, pages: readonly Page[]): void {
  for (const { path, text } of pages) {
    const file = join(docsFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
