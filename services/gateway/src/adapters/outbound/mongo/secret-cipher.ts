import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/**
 * The number of hexadecimal digits of a check value. It is so large that two keys practically never have the same check value.
 */
const KEY_CHECK_DIGITS = 16;

/**
 * Encrypts secrets for storage with AES-256-GCM. The encryption is bound to the secret's owner, so a ciphertext that is
 * copied into another merchant's document cannot be decrypted.
 */
export class SecretCipher {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** @param keys 32 bytes each; the first encrypts, all decrypt, so that keys can be rotated */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    this.#keys = keys;
  }

  encrypt(secret: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys[0], iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @throws {Error} when the string was not encrypted with one of these keys for this owner */
  decrypt(text: string, owner: string): string {
    const bytes = Buffer.from(text, 'base64');
    const faults: unknown[] = [];
    for (const key of this.#keys) {
      try {
        return decryptWith(key, bytes, owner);
      } catch (fault) {
        faults.push(fault);
      }
    }
    throw new AggregateError(faults, `no key decrypts the stored secret of ${owner}`);
  }

  /** Whether one of the keys decrypts the secret. */
  decrypts({ encrypted, owner }: { readonly encrypted: string; readonly owner: string }): boolean {
    try {
      this.decrypt(encrypted, owner);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * Returns the check value by which a server key is recognised. It reveals nothing about the key, so it may be stored and shown.
 */
export function keyCheckOf(key: Buffer): string {
  return createHmac('sha256', key).update('kassa key check').digest('hex').slice(0, KEY_CHECK_DIGITS);
}

function decryptWith(key: Buffer, bytes: Buffer, owner: string): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
