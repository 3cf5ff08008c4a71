import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes each declaration once more for who loads the package with `require`. The types are the same; what differs
 * is what a file belongs to, by its name, and the names of its neighbours.
 */
export function writeCommonJsDeclarations(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.mts'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const ownNames = text.replaceAll(/(["'])(\.\/[^"']+)\.mjs\1/g, '$1$2.cjs$1');
    writeFileSync(join(folder, name.replace(/\.d\.mts$/, '.d.cts')), ownNames);
  }
}
