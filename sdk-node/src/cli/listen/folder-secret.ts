import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateWebhookSecret } from '@kassa/contracts';

/**
 * The secret that signs forwarded events if the merchant’s own secret is unknown. It is generated once per folder and then
 * kept, so that a handler can be configured with it.
 */
export function keepFolderSecret(stateFolder: string): string {
  const file = join(stateFolder, 'listen', 'webhook-secret');
  try {
    const secret = generateWebhookSecret();
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8').trim();
  }
}
