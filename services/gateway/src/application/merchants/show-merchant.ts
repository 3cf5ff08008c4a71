import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

export class ShowMerchant {
  readonly #merchants: MerchantRepository;

  constructor(deps: { merchants: MerchantRepository }) {
    this.#merchants = deps.merchants;
  }

  async execute(
    merchantId: string,
  ): Promise<{ readonly kind: 'found'; readonly merchant: Merchant } | Refusal> {
    const merchant = await this.#merchants.find(merchantId);
    return merchant === undefined
      ? refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`)
      : { kind: 'found', merchant };
  }
}
