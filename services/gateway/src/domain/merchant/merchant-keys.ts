import type { Merchant } from './merchant.ts';
import type { MerchantPublicKey } from './merchant-public-key.ts';

/** A forged call is held against each of them, so there may not be many. */
export const MAX_ACTIVE_KEYS = 5;

/** Those that calls are verified with. */
export function activeKeys({ keys }: Pick<Merchant, 'keys'>): readonly MerchantPublicKey[] {
  return keys.filter(isActive);
}

export type KeyAddition =
  | { readonly kind: 'added'; readonly merchant: Merchant; readonly keyId: string }
  /** It was active before: nothing changes, and a lost answer can be asked for again. */
  | { readonly kind: 'there_already'; readonly keyId: string }
  /** It may be in foreign hands, so it never returns. */
  | { readonly kind: 'was_revoked'; readonly keyId: string }
  | { readonly kind: 'too_many' };

/** Lets a merchant sign with another key beside those it has. */
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
  /** Without it the merchant could not call any more. */
  | { readonly kind: 'last_active' };

/** Takes a key away for good. The last one goes only by force: then the merchant cannot call. */
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
