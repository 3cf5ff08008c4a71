import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DemoError } from './demo-error.ts';
import { readPrivateFile, writePrivateFile } from './private-files.ts';

/** The secrets of a deployment. Each is generated once and stored in its own file under `secrets/`. */
export interface DeploymentSecrets {
  /** The key that signs checkout sessions: 32 random bytes in Base64. */
  readonly sessionKey: string;
  /** The key that encrypts the merchants' webhook secrets in the database: 32 random bytes in Base64. */
  readonly encryptionKey: string;
  readonly operationsToken: string;
  readonly processorApiKey: string;
  readonly processorCallbackSecret: string;
}

interface SecretForm {
  readonly pattern: RegExp;
  generate(): string;
}

const key: SecretForm = {
  pattern: /^[A-Za-z0-9+/]{43}=$/,
  generate: () => randomBytes(32).toString('base64'),
};
const token: SecretForm = { pattern: /^[0-9a-f]{48}$/, generate: () => randomBytes(24).toString('hex') };

const encryptionKeyName = 'encryption-key';

function pathOf(dataFolder: string, name: string): string {
  return join(dataFolder, 'secrets', name);
}

/** Whether the data folder has an encryption key, even if its file is damaged. */
export function hasEncryptionKey(dataFolder: string): boolean {
  return readPrivateFile(pathOf(dataFolder, encryptionKeyName)) !== undefined;
}

/**
 * Reads the secrets in a data folder, and generates those that are missing.
 *
 * @throws {DemoError} when a file is damaged; the message names the file. A damaged encryption key is never replaced by a new
 * one, because then nobody could read what was encrypted with it
 */
export function keepDeploymentSecrets(dataFolder: string): DeploymentSecrets {
  const keep = (name: string, form: SecretForm): string => {
    const path = pathOf(dataFolder, name);
    const kept = readPrivateFile(path)?.trim();
    if (kept === undefined) {
      const secret = form.generate();
      writePrivateFile(path, `${secret}\n`);
      return secret;
    }
    if (form.pattern.test(kept)) return kept;
    throw new DemoError(
      `The secret in ${path} is damaged. Restore the file, or remove it to get a new secret.`,
    );
  };
  return {
    sessionKey: keep('session-key', key),
    encryptionKey: keep(encryptionKeyName, key),
    operationsToken: keep('operations-token', token),
    processorApiKey: keep('processor-api-key', token),
    processorCallbackSecret: keep('processor-callback-secret', token),
  };
}
