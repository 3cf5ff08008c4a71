import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes each declaration file a second time, for callers that load the package with `require`. The types are the same. Only
 * two things differ: the file's extension, which tells TypeScript the module format, and the file names in imports.
 */
export function writeCommonJsDeclarations(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.mts'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const ownNames = text.replaceAll(/(["'])(\.\/[^"']+)\.mjs\1/g, '$1$2.cjs$1');
    writeFileSync(join(folder, name.replace(/\.d\.mts$/, '.d.cts')), ownNames);
  }
}
