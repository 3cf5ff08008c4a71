import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DemoError } from './demo-error.ts';
import { readPrivateFile, writePrivateFile } from './private-files.ts';

/** What a deployment keeps to itself; each in a file of its own under `secrets/`, generated once. */
export interface DeploymentSecrets {
  /** Base64 of 32 bytes; signs checkout sessions. */
  readonly sessionKey: string;
  /** Base64 of 32 bytes; encrypts the merchants' webhook secrets at rest. */
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

/**
 * Reads the secrets of a data folder and generates those that are not there yet.
 *
 * @throws {DemoError} naming a file whose content is not what was written there: a new encryption key in its
 * place would silently make everything unreadable that the old one has encrypted
 */
export function keepDeploymentSecrets(dataFolder: string): DeploymentSecrets {
  const keep = (name: string, form: SecretForm): string => {
    const path = join(dataFolder, 'secrets', name);
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
    encryptionKey: keep('encryption-key', key),
    operationsToken: keep('operations-token', token),
    processorApiKey: keep('processor-api-key', token),
    processorCallbackSecret: keep('processor-callback-secret', token),
  };
}
