import { retirePreviousSecret } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
}

/** Ends a rotation before its time: the secret before signs no more. Does nothing when there is none. */
export class RetireWebhookSecret {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(merchantId: string): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: retirePreviousSecret(merchant.webhook),
    }));
  }
}
