import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file with the script's hash beside the script. Pages put the hash into the `integrity` attribute of their script tag
 * (W3C Subresource Integrity).
 */
export async function writeIntegrity(outDir: string, script: string): Promise<void> {
  const hash = createHash('sha384').update(await readFile(join(outDir, script)));
  const integrity = { [script]: `sha384-${hash.digest('base64')}` };
  await writeFile(join(outDir, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
}
