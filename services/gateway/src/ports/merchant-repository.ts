import type { Merchant } from '../domain/merchant/merchant.ts';

export interface MerchantRepository {
  /**
   * Stores a new merchant. Returns `duplicate_key` if one of its public keys already belongs to another merchant, even if the
   * key was revoked there.
   */
  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'>;
  /**
   * Returns a merchant, perhaps as it was up to half a second ago. The data must not be older, because a revoked key must stop
   * working on every instance within a second.
   */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** Returns a merchant as it is stored now, for a caller that changes it or shows it to an operator. */
  findLatest(merchantId: string): Promise<Merchant | undefined>;
  /** Lists at most `limit` merchants, sorted by ID. If `after` is given, the list contains only merchants after this ID. */
  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]>;
  /**
   * Replaces a merchant. Returns `conflict` if somebody else has changed the stored merchant since it was read. Returns
   * `duplicate_key` if one of its public keys belongs to another merchant.
   */
  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'>;
  /** Disables a merchant's webhook endpoint, but only if the endpoint still has the given address. */
  switchWebhookOff(merchantId: string, url: string): Promise<void>;
  /** Lists the IDs of at most `limit` merchants whose webhook endpoint is disabled, sorted. */
  listSwitchedOff(limit: number): Promise<readonly string[]>;
}

/** The part of a merchant that lists show. */
export type ListedMerchant = Pick<Merchant, 'merchantId' | 'name' | 'state' | 'createdAt'>;
