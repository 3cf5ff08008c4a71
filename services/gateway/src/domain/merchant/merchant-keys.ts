import type { Merchant } from './merchant.ts';
import type { MerchantPublicKey } from './merchant-public-key.ts';

/** The gateway verifies a forged call against each key, so the number of keys is limited. */
export const MAX_ACTIVE_KEYS = 5;

/** The keys that verify calls. */
export function activeKeys({ keys }: Pick<Merchant, 'keys'>): readonly MerchantPublicKey[] {
  return keys.filter(isActive);
}

export type KeyAddition =
  | { readonly kind: 'added'; readonly merchant: Merchant; readonly keyId: string }
  /** The key was already active: nothing changes, so the caller can repeat a call whose answer was lost. */
  | { readonly kind: 'there_already'; readonly keyId: string }
  /** A revoked key may be in foreign hands, so it never becomes active again. */
  | { readonly kind: 'was_revoked'; readonly keyId: string }
  | { readonly kind: 'too_many' };

/** Adds a key that the merchant may use in addition to its present keys. */
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
  /** Without this key, the merchant could no longer call. */
  | { readonly kind: 'last_active' };

/** Revokes a key for good. The last active key is revoked only by force, because the merchant cannot call afterwards. */
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
