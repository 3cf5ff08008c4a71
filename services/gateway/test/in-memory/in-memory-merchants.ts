import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { ListedMerchant, MerchantRepository } from '../../src/ports/merchant-repository.ts';

export class InMemoryMerchants implements MerchantRepository {
  readonly #merchants = new Map<string, Merchant>();

  async insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    if (this.#hasKeyOfAnother(merchant)) return 'duplicate_key';
    this.#merchants.set(merchant.merchantId, merchant);
    return 'inserted';
  }

  async find(merchantId: string): Promise<Merchant | undefined> {
    return this.#merchants.get(merchantId);
  }

  async findLatest(merchantId: string): Promise<Merchant | undefined> {
    return this.#merchants.get(merchantId);
  }

  async list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return [...this.#merchants.values()]
      .filter(({ merchantId }) => after === null || merchantId > after)
      .sort((left, right) => (left.merchantId < right.merchantId ? -1 : 1))
      .slice(0, limit)
      .map(({ merchantId, name, state, createdAt }) => ({ merchantId, name, state, createdAt }));
  }

  async save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'> {
    if (this.#merchants.get(merchant.merchantId)?.revision !== merchant.revision - 1) return 'conflict';
    if (this.#hasKeyOfAnother(merchant)) return 'duplicate_key';
    this.#merchants.set(merchant.merchantId, merchant);
    return 'saved';
  }

  async switchWebhookOff(merchantId: string, url: string): Promise<void> {
    const merchant = this.#merchants.get(merchantId);
    if (merchant === undefined || merchant.webhook.url !== url) return;
    const webhook = { ...merchant.webhook, isSwitchedOff: true };
    this.#merchants.set(merchantId, { ...merchant, webhook, revision: merchant.revision + 1 });
  }

  async listSwitchedOff(limit: number): Promise<readonly string[]> {
    return [...this.#merchants.values()]
      .filter(({ webhook }) => webhook.isSwitchedOff)
      .map(({ merchantId }) => merchantId)
      .sort()
      .slice(0, limit);
  }

  #hasKeyOfAnother({ merchantId, keys }: Merchant): boolean {
    const others = [...this.#merchants.values()].filter((other) => other.merchantId !== merchantId);
    const taken = new Set(others.flatMap((other) => other.keys.map(fingerprintOf)));
    return keys.some((key) => taken.has(fingerprintOf(key)));
  }
}

function fingerprintOf({ fingerprint }: Merchant['keys'][number]): string {
  return fingerprint;
}
