import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { WebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import type {
  CashierSettings,
  ListedMerchant,
  MerchantRepository,
} from '../../src/ports/merchant-repository.ts';

export class InMemoryMerchants implements MerchantRepository {
  readonly #merchants = new Map<string, Merchant>();

  async insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    const taken = new Set([...this.#merchants.values()].flatMap(({ keys }) => keys.map(fingerprintOf)));
    if (merchant.keys.some((key) => taken.has(fingerprintOf(key)))) return 'duplicate_key';
    this.#merchants.set(merchant.merchantId, merchant);
    return 'inserted';
  }

  async find(merchantId: string): Promise<Merchant | undefined> {
    return this.#merchants.get(merchantId);
  }

  async list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return [...this.#merchants.values()]
      .filter(({ merchantId }) => after === null || merchantId > after)
      .sort((left, right) => (left.merchantId < right.merchantId ? -1 : 1))
      .slice(0, limit)
      .map(({ merchantId, name, state, createdAt }) => ({ merchantId, name, state, createdAt }));
  }

  async revokeKey(merchantId: string, keyId: string): Promise<'revoked' | 'not_found'> {
    const merchant = this.#merchants.get(merchantId);
    if (merchant === undefined || !merchant.keys.some((key) => key.keyId === keyId)) return 'not_found';
    const keys = merchant.keys.map((key) =>
      key.keyId === keyId ? { ...key, state: 'revoked' as const } : key,
    );
    this.#merchants.set(merchantId, { ...merchant, keys });
    return 'revoked';
  }

  async switchWebhookOff(merchantId: string, url: string): Promise<void> {
    const merchant = this.#merchants.get(merchantId);
    if (merchant === undefined || merchant.webhook.url !== url) return;
    const { revision } = merchant.webhook;
    const webhook = { ...merchant.webhook, isSwitchedOff: true, revision: revision + 1 };
    this.#merchants.set(merchantId, { ...merchant, webhook });
  }

  async listSwitchedOff(limit: number): Promise<readonly string[]> {
    return [...this.#merchants.values()]
      .filter(({ webhook }) => webhook.isSwitchedOff)
      .map(({ merchantId }) => merchantId)
      .sort()
      .slice(0, limit);
  }

  async saveWebhook(merchantId: string, webhook: WebhookEndpoint): Promise<'saved' | 'conflict'> {
    const merchant = this.#merchants.get(merchantId);
    if (merchant?.webhook.revision !== webhook.revision - 1) return 'conflict';
    this.#merchants.set(merchantId, { ...merchant, webhook });
    return 'saved';
  }

  async saveCashierSettings(merchantId: string, settings: CashierSettings): Promise<'saved' | 'not_found'> {
    const merchant = this.#merchants.get(merchantId);
    if (merchant === undefined) return 'not_found';
    const { allowedOrigins = merchant.allowedOrigins, ...branding } = settings;
    this.#merchants.set(merchantId, {
      ...merchant,
      allowedOrigins,
      branding: { ...merchant.branding, ...branding },
    });
    return 'saved';
  }
}

function fingerprintOf({ fingerprint }: Merchant['keys'][number]): string {
  return fingerprint;
}
