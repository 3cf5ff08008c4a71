import type { Environment } from '../../domain/environment.ts';
import { refuseAddress } from '../../domain/merchant/public-address.ts';
import { moveTo } from '../../domain/merchant/webhook-endpoint.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly environment: Environment;
}

/** Sends a merchant's events to another address from now on, those too that are being tried. */
export class SetWebhookUrl {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, url: string): Promise<MerchantChange> {
    const fault = refuseAddress(url, this.#deps.environment);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `webhook_url ${fault}.`, [{ path: 'webhook_url', message: fault }]);
    }
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: moveTo(merchant.webhook, url),
    }));
  }
}
