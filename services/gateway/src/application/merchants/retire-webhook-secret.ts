import { retirePreviousSecret } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** Ends a rotation before its time: the secret before signs no more. Does nothing when there is none. */
export class RetireWebhookSecret {
  readonly #change: ChangeMerchant;

  constructor(deps: { change: ChangeMerchant }) {
    this.#change = deps.change;
  }

  execute(merchantId: string): Promise<MerchantChange> {
    return this.#change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: retirePreviousSecret(merchant.webhook),
    }));
  }
}
