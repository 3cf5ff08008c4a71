import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets for storage: AES-256-GCM, bound to their owner, so that a ciphertext copied into
 * another merchant's document does not decrypt.
 */
export class SecretCipher {
  readonly #key: Buffer;

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#key = key;
  }

  encrypt(secret: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @throws {Error} when the text was not encrypted with this key for this owner */
  decrypt(text: string, owner: string): string {
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
