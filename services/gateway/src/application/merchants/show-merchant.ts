import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type MerchantFinding = { readonly kind: 'found'; readonly merchant: Merchant } | Refusal;

interface Dependencies {
  readonly merchants: MerchantRepository;
}

export class ShowMerchant {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** As it was half a second ago at most, for the pages that consumers open. */
  async execute(merchantId: string): Promise<MerchantFinding> {
    return findingOf(merchantId, await this.#deps.merchants.find(merchantId));
  }

  /** As it is stored now, for whoever has just changed it through another instance. */
  async executeLatest(merchantId: string): Promise<MerchantFinding> {
    return findingOf(merchantId, await this.#deps.merchants.findLatest(merchantId));
  }
}

function findingOf(merchantId: string, merchant: Merchant | undefined): MerchantFinding {
  return merchant === undefined
    ? refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`)
    : { kind: 'found', merchant };
}
