import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of the file with a listener's state. There is one file for each combination of gateway, merchant and target address.
 */
export function stateFileOf(
  stateFolder: string,
  target: { readonly baseUrl: string; readonly merchantId: string; readonly url: string },
): string {
  const identity = JSON.stringify([target.baseUrl, target.merchantId, target.url]);
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  const readable = target.url
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40);
  return join(stateFolder, 'listen', `${readable.replace(/-$/, '')}-${digest}.json`);
}

/** Creates the state folder. Its files hold events and perhaps a secret, so a `.gitignore` keeps them out of git. */
export function makeStateFolder(stateFolder: string): void {
  mkdirSync(join(stateFolder, 'listen'), { recursive: true, mode: 0o700 });
  const ignore = join(stateFolder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
}
