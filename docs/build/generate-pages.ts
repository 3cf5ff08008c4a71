import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAlertRules } from './pages/alert-rules.ts';
import { apiPages } from './pages/api-pages.ts';
import { errorsPage } from './pages/errors-page.ts';
import { eventsPage } from './pages/events-page.ts';
import { kassaAdminPage } from './pages/kassa-admin-page.ts';
import type { Page } from './pages/page.ts';
import { runbooksPage } from './pages/runbooks-page.ts';

/**
 * Writes the pages that are generated from the contracts, from the help of `kassa-admin` and from the rules of Prometheus. Git
 * ignores them.
 */
export async function generatePages(docsFolder: string): Promise<void> {
  rmSync(join(docsFolder, 'api'), { recursive: true, force: true });
  const rules = readAlertRules(readFileSync(join(docsFolder, '../deploy/prometheus/rules.yaml'), 'utf8'));
  const pages = [...apiPages(), eventsPage(), errorsPage(), await kassaAdminPage(), runbooksPage(rules)];
  writePages(docsFolder, pages);
}

export function writePages(docsFolder: string, pages: readonly Page[]): void {
  for (const { path, text } of pages) {
    const file = join(docsFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
