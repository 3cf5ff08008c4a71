import { switchOn } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** Sends to an endpoint again that answered 410. What was given up meanwhile is sent again by hand. */
export class SwitchWebhookOn {
  readonly #change: ChangeMerchant;

  constructor(deps: { change: ChangeMerchant }) {
    this.#change = deps.change;
  }

  execute(merchantId: string): Promise<MerchantChange> {
    return this.#change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: switchOn(merchant.webhook),
    }));
  }
}
