import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { WebhookEndpoint } from '../../domain/merchant/webhook-endpoint.ts';
import type { CashierSettings, ListedMerchant, MerchantRepository } from '../../ports/merchant-repository.ts';

/** Every call needs its merchant; a look this often keeps a revoked key's life below a second. */
const FRESH_FOR_MS = 500;
const MAX_REMEMBERED = 10_000;

/** Remembers merchants for half a second, so that a busy one is read twice a second and not per call. */
export class RecentMerchants implements MerchantRepository {
  readonly #stored: MerchantRepository;
  readonly #recent = new Map<
    string,
    { readonly readAtMs: number; readonly merchant: Promise<Merchant | undefined> }
  >();

  constructor(stored: MerchantRepository) {
    this.#stored = stored;
  }

  find(merchantId: string): Promise<Merchant | undefined> {
    const known = this.#recent.get(merchantId);
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.readAtMs < FRESH_FOR_MS) return known.merchant;
    // Guessed IDs must not fill the memory.
    if (this.#recent.size >= MAX_REMEMBERED) this.#recent.clear();
    const merchant = this.#stored.find(merchantId);
    this.#recent.set(merchantId, { readAtMs: nowMs, merchant });
    merchant.catch(() => this.#recent.delete(merchantId));
    return merchant;
  }

  async insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    const outcome = await this.#stored.insert(merchant);
    this.#recent.delete(merchant.merchantId);
    return outcome;
  }

  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return this.#stored.list(after, limit);
  }

  async revokeKey(merchantId: string, keyId: string): Promise<'revoked' | 'not_found'> {
    const outcome = await this.#stored.revokeKey(merchantId, keyId);
    this.#recent.delete(merchantId);
    return outcome;
  }

  async switchWebhookOff(merchantId: string, url: string): Promise<void> {
    await this.#stored.switchWebhookOff(merchantId, url);
    this.#recent.delete(merchantId);
  }

  listSwitchedOff(limit: number): Promise<readonly string[]> {
    return this.#stored.listSwitchedOff(limit);
  }

  async saveWebhook(merchantId: string, webhook: WebhookEndpoint): Promise<'saved' | 'conflict'> {
    try {
      return await this.#stored.saveWebhook(merchantId, webhook);
    } finally {
      // Above all after a conflict: what is remembered is outdated then.
      this.#recent.delete(merchantId);
    }
  }
  async saveCashierSettings(merchantId: string, settings: CashierSettings): Promise<'saved' | 'not_found'> {
    const outcome = await this.#stored.saveCashierSettings(merchantId, settings);
    this.#recent.delete(merchantId);
    return outcome;
  }
}
