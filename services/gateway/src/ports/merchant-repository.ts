import type { Merchant } from '../domain/merchant/merchant.ts';

export interface MerchantRepository {
  /**
   * Stores a new merchant. Returns `duplicate_key` if one of its public keys already belongs to a merchant, even as a revoked
   * key.
   */
  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'>;
  /**
   * Returns a merchant, possibly as it was up to half a second ago. A revoked key must fail on every instance within a second,
   * so the data must not be older.
   */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** Returns a merchant as it is stored now, for a caller that changes it or shows it to an operator. */
  findLatest(merchantId: string): Promise<Merchant | undefined>;
  /** At most `limit` merchants, sorted by ID. If `after` is given, only merchants after this ID. */
  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]>;
  /**
   * Replaces a merchant only if its stored revision is still the one before this change; otherwise returns `conflict`. Returns
   * `duplicate_key` if one of its public keys belongs to another merchant.
   */
  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'>;
  /** Disables a merchant's webhook endpoint, unless the endpoint has another address by now. */
  switchWebhookOff(merchantId: string, url: string): Promise<void>;
  /** IDs of at most `limit` merchants whose webhook endpoint is disabled, sorted. */
  listSwitchedOff(limit: number): Promise<readonly string[]>;
}

/** The part of a merchant that lists show. */
export type ListedMerchant = Pick<Merchant, 'merchantId' | 'name' | 'state' | 'createdAt'>;
