import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { ListedMerchant, MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type MerchantFinding = { readonly kind: 'found'; readonly merchant: Merchant } | Refusal;

export interface MerchantPage {
  readonly merchants: readonly ListedMerchant[];
  /** The ID of the merchant after which the next page begins; null on the last page. */
  readonly next: string | null;
}

interface Dependencies {
  readonly merchants: MerchantRepository;
}

/** Finds the onboarded merchants. */
export class FindMerchants {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Finds a merchant for a page that consumers open. The data is at most half a second old. */
  async find(merchantId: string): Promise<MerchantFinding> {
    return findingOf(merchantId, await this.#deps.merchants.find(merchantId));
  }

  /** Finds a merchant as it is stored now. A caller that has just changed the merchant on another instance needs this. */
  async findLatest(merchantId: string): Promise<MerchantFinding> {
    return findingOf(merchantId, await this.#deps.merchants.findLatest(merchantId));
  }

  async list({ after, limit }: { after: string | null; limit: number }): Promise<MerchantPage> {
    const found = await this.#deps.merchants.list(after, limit + 1);
    const merchants = found.slice(0, limit);
    return { merchants, next: found.length > limit ? (merchants.at(-1)?.merchantId ?? null) : null };
  }
}

function findingOf(merchantId: string, merchant: Merchant | undefined): MerchantFinding {
  return merchant === undefined
    ? refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`)
    : { kind: 'found', merchant };
}
