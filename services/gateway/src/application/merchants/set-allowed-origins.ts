import type { Environment } from '../../domain/environment.ts';
import { refuseOrigin } from '../../domain/merchant/allowed-origins.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ShowMerchant } from './show-merchant.ts';

/** Says anew which of a merchant's own pages may frame the hosted cashier and take consumers back. */
export class SetAllowedOrigins {
  readonly #merchants: MerchantRepository;
  readonly #showMerchant: ShowMerchant;
  readonly #environment: Environment;

  constructor(deps: {
    merchants: MerchantRepository;
    showMerchant: ShowMerchant;
    environment: Environment;
  }) {
    this.#merchants = deps.merchants;
    this.#showMerchant = deps.showMerchant;
    this.#environment = deps.environment;
  }

  async execute(
    merchantId: string,
    allowedOrigins: readonly string[],
  ): Promise<{ readonly kind: 'found'; readonly merchant: Merchant } | Refusal> {
    const faults = allowedOrigins.flatMap((origin, index) => {
      const message = refuseOrigin(origin, this.#environment);
      return message === undefined ? [] : [{ path: `allowed_origins[${index}]`, message }];
    });
    if (faults.length > 0) return refuse('INVALID_REQUEST', 'Not each of these is an exact origin.', faults);
    await this.#merchants.saveCashierSettings(merchantId, { allowedOrigins });
    return this.#showMerchant.execute(merchantId);
  }
}
