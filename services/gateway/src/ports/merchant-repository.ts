import type { Merchant } from '../domain/merchant/merchant.ts';

export interface MerchantRepository {
  /** `duplicate_key` if one of its public keys already belongs to a merchant, active or revoked. */
  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'>;
  /** May return data up to half a second old: a revoked key fails everywhere within a second. */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** Returns the merchant as stored now, for a caller that changes it or shows it to the operator. */
  findLatest(merchantId: string): Promise<Merchant | undefined>;
  /** At most `limit` merchants sorted by ID, after `after` if given. */
  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]>;
  /**
   * Replaces a merchant only if its stored revision is the previous one. `duplicate_key` if one of its public keys belongs to
   * another merchant.
   */
  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'>;
  /** Disables the endpoint, unless its address has changed meanwhile. */
  switchWebhookOff(merchantId: string, url: string): Promise<void>;
  /** IDs of at most `limit` merchants whose endpoint is disabled, sorted. */
  listSwitchedOff(limit: number): Promise<readonly string[]>;
}

/** The part of a merchant that lists show. */
export type ListedMerchant = Pick<Merchant, 'merchantId' | 'name' | 'state' | 'createdAt'>;
