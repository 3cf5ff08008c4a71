import { switchOn } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
}

/** Sends to an endpoint again that answered 410. What was given up meanwhile is sent again by hand. */
export class SwitchWebhookOn {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(merchantId: string): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: switchOn(merchant.webhook),
    }));
  }
}
