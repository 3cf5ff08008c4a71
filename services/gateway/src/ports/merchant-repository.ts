import type { Branding } from '../domain/merchant/branding.ts';
import type { Merchant } from '../domain/merchant/merchant.ts';
import type { WebhookEndpoint } from '../domain/merchant/webhook-endpoint.ts';

export interface MerchantRepository {
  /** `duplicate_key` when one of its public keys belongs to a merchant already, active or revoked. */
  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'>;
  /** May be up to half a second old: a revoked key fails everywhere within a second. */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** So many at most, by their IDs, behind `after` if it is given. */
  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]>;
  revokeKey(merchantId: string, keyId: string): Promise<'revoked' | 'not_found'>;
  /** Switches the endpoint off unless it has got another address meanwhile. */
  switchWebhookOff(merchantId: string, url: string): Promise<void>;
  /** IDs of merchants whose endpoint is switched off, so many at most, sorted. */
  listSwitchedOff(limit: number): Promise<readonly string[]>;
  /** Replaces a merchant's webhook endpoint only if its stored revision is the one before. */
  saveWebhook(merchantId: string, webhook: WebhookEndpoint): Promise<'saved' | 'conflict'>;
  /** Sets what is given and leaves the rest as it is. */
  saveCashierSettings(merchantId: string, settings: CashierSettings): Promise<'saved' | 'not_found'>;
}

/** As much of a merchant as tells it from others. */
export type ListedMerchant = Pick<Merchant, 'merchantId' | 'name' | 'state' | 'createdAt'>;

/** What of a merchant its cashier goes by. */
export type CashierSettings = Partial<Pick<Merchant, 'allowedOrigins'> & Branding>;
