import type { Merchant } from './merchant.ts';
import type { MerchantPublicKey } from './merchant-public-key.ts';

/**
 * The maximum number of a merchant's active keys. The gateway checks the signature of a forged call with each of them, so every
 * key makes forged calls more expensive for the gateway.
 */
export const MAX_ACTIVE_KEYS = 5;

/** Returns the merchant's keys that verify calls: all keys except revoked ones. */
export function activeKeys({ keys }: Pick<Merchant, 'keys'>): readonly MerchantPublicKey[] {
  return keys.filter(isActive);
}

export type KeyAddition =
  | { readonly kind: 'added'; readonly merchant: Merchant; readonly keyId: string }
  /**
   * The merchant already has this key, and it is active. Nothing changes, so a caller that lost the answer can repeat the call.
   */
  | { readonly kind: 'there_already'; readonly keyId: string }
  /** This key of the merchant was revoked earlier. It may have been stolen, so it never becomes active again. */
  | { readonly kind: 'was_revoked'; readonly keyId: string }
  | { readonly kind: 'too_many' };

/** Adds a public key to a merchant, whose present keys stay active. */
export function addKey(merchant: Merchant, key: MerchantPublicKey): KeyAddition {
  const known = merchant.keys.find(({ fingerprint }) => fingerprint === key.fingerprint);
  if (known !== undefined) {
    return { kind: isActive(known) ? 'there_already' : 'was_revoked', keyId: known.keyId };
  }
  if (activeKeys(merchant).length >= MAX_ACTIVE_KEYS) return { kind: 'too_many' };
  return { kind: 'added', merchant: { ...merchant, keys: [...merchant.keys, key] }, keyId: key.keyId };
}

export type KeyRevocation =
  | { readonly kind: 'revoked'; readonly merchant: Merchant }
  | { readonly kind: 'revoked_before' }
  | { readonly kind: 'not_found' }
  /** The key is the merchant's last active one. Without it, the merchant could no longer call the gateway. */
  | { readonly kind: 'last_active' };

/**
 * Permanently revokes a merchant's key. The last active key is revoked only if the operator insists, because the merchant could
 * no longer call the gateway.
 */
export function revokeKey(
  merchant: Merchant,
  keyId: string,
  now: Date,
  { isForced }: { readonly isForced: boolean },
): KeyRevocation {
  const key = merchant.keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) return { kind: 'not_found' };
  if (!isActive(key)) return { kind: 'revoked_before' };
  if (activeKeys(merchant).length === 1 && !isForced) return { kind: 'last_active' };
  const keys = merchant.keys.map((candidate) =>
    candidate === key ? { ...candidate, revokedAt: now } : candidate,
  );
  return { kind: 'revoked', merchant: { ...merchant, keys } };
}

function isActive({ revokedAt }: MerchantPublicKey): boolean {
  return revokedAt === null;
}
