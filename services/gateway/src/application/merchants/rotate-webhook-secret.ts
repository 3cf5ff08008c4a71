import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { Refusal } from '../refusal.ts';
import type { ChangeMerchant } from './change-merchant.ts';
import { replaceSecret } from './replace-secret.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/**
 * Gives a merchant a new webhook secret, which is in this answer only. From now on events are signed with
 * both, so that none is refused whichever of them a receiver knows; the one before ends by itself.
 */
export class RotateWebhookSecret {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    merchantId: string,
    keepPreviousHours?: number,
  ): Promise<
    { readonly kind: 'rotated'; readonly merchant: Merchant; readonly webhookSecret: string } | Refusal
  > {
    const webhookSecret = this.#deps.randomness.newWebhookSecret();
    const change = await this.#deps.change.execute(merchantId, (merchant) =>
      replaceSecret(merchant, webhookSecret, this.#deps.clock.now(), keepPreviousHours),
    );
    return change.kind === 'changed' ? { kind: 'rotated', merchant: change.merchant, webhookSecret } : change;
  }
}
