import type { Merchant } from '../domain/merchant/merchant.ts';

export interface MerchantRepository {
  /** `duplicate_key` when one of its public keys belongs to a merchant already, active or revoked. */
  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'>;
  /** May be up to half a second old: a revoked key fails everywhere within a second. */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** As it is stored now, for who is going to change it or to show it to the operator. */
  findLatest(merchantId: string): Promise<Merchant | undefined>;
  /** So many at most, by their IDs, behind `after` if it is given. */
  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]>;
  /**
   * Replaces a merchant only if its stored revision is the one before. `duplicate_key` when one of its public
   * keys belongs to another merchant.
   */
  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'>;
  /** Switches the endpoint off unless it has got another address meanwhile. */
  switchWebhookOff(merchantId: string, url: string): Promise<void>;
  /** IDs of merchants whose endpoint is switched off, so many at most, sorted. */
  listSwitchedOff(limit: number): Promise<readonly string[]>;
}

/** As much of a merchant as tells it from others. */
export type ListedMerchant = Pick<Merchant, 'merchantId' | 'name' | 'state' | 'createdAt'>;
