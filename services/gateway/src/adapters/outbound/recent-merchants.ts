import { LRUCache } from 'lru-cache';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { ListedMerchant, MerchantRepository } from '../../ports/merchant-repository.ts';

/**
 * How long a remembered merchant is used without asking the database again. So a revoked key can be used for up to this time
 * after its revocation.
 */
const FRESH_FOR_MS = 500;
/**
 * How long an ID is treated as unknown without asking the database again. The gateway creates merchant IDs itself, at random,
 * so nobody can use an ID before its merchant exists.
 */
const UNKNOWN_FOR_MS = 30_000;
/**
 * The largest number of remembered merchants. Without a limit, callers who guess merchant IDs could fill the memory.
 */
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readonly readAtMs: number;
  freshForMs: number;
  readonly merchant: Promise<Merchant | undefined>;
}

/**
 * Remembers merchants for half a second, and unknown IDs for half a minute. Every call needs its merchant, so a busy merchant
 * would otherwise be read from the database for each call.
 */
export class RecentMerchants implements MerchantRepository {
  readonly #stored: MerchantRepository;
  readonly #recent = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });

  constructor(stored: MerchantRepository) {
    this.#stored = stored;
  }

  find(merchantId: string): Promise<Merchant | undefined> {
    const known = this.#recent.get(merchantId);
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.readAtMs < known.freshForMs) return known.merchant;
    const merchant = this.#stored.find(merchantId);
    const remembered = { readAtMs: nowMs, freshForMs: FRESH_FOR_MS, merchant };
    this.#recent.set(merchantId, remembered);
    merchant.then(
      (found) => {
        if (found === undefined) remembered.freshForMs = UNKNOWN_FOR_MS;
      },
      () => this.#recent.delete(merchantId),
    );
    return merchant;
  }

  findLatest(merchantId: string): Promise<Merchant | undefined> {
    return this.#stored.findLatest(merchantId);
  }

  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    return this.#changing(merchant.merchantId, () => this.#stored.insert(merchant));
  }

  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return this.#stored.list(after, limit);
  }

  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'> {
    return this.#changing(merchant.merchantId, () => this.#stored.save(merchant));
  }

  switchWebhookOff(merchantId: string, url: string): Promise<void> {
    return this.#changing(merchantId, () => this.#stored.switchWebhookOff(merchantId, url));
  }

  listSwitchedOff(limit: number): Promise<readonly string[]> {
    return this.#stored.listSwitchedOff(limit);
  }

  /**
   * Makes a change and then forgets the remembered merchant, even if the change failed. After a conflict or an error, the
   * remembered merchant may be outdated too.
   */
  async #changing<Outcome>(merchantId: string, change: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await change();
    } finally {
      this.#recent.delete(merchantId);
    }
  }
}
