import { createHash, type KeyObject } from 'node:crypto';

export interface MerchantPublicKey {
  readonly keyId: string;
  /**
   * The SHA-256 of the key's DER encoding (SPKI) in lower-case hex. The fingerprint does not depend on the format in which the
   * key was given.
   */
  readonly fingerprint: string;
  readonly key: KeyObject;
  readonly createdAt: Date;
  /** Null while the key is active. */
  readonly revokedAt: Date | null;
}

export function newPublicKey(keyId: string, key: KeyObject, createdAt: Date): MerchantPublicKey {
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  return { keyId, fingerprint, key, createdAt, revokedAt: null };
}
