import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the script's hash to a file beside it, for the `integrity` attribute of pages (W3C Subresource
 * Integrity).
 */
export async function writeIntegrity(outDir: string, script: string): Promise<void> {
  const hash = createHash('sha384').update(await readFile(join(outDir, script)));
  const integrity = { [script]: `sha384-${hash.digest('base64')}` };
  await writeFile(join(outDir, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
}
