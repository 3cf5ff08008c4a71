import { webhookSecretKey } from '@kassa/contracts';
import type { Clock } from '../../ports/clock.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';
import { replaceSecret } from './replace-secret.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly clock: Clock;
}

/** Takes a webhook secret that a merchant has made itself; for the rest it is a rotation. */
export class SetWebhookSecret {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, secret: string, keepPreviousHours?: number): Promise<MerchantChange> {
    const fault = refuseSecret(secret);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `webhook_secret ${fault}.`, [
        { path: 'webhook_secret', message: fault },
      ]);
    }
    return this.#deps.change.execute(merchantId, (merchant) =>
      // A lost answer is asked for again: the secret signs already.
      merchant.webhook.secrets[0] === secret
        ? merchant
        : replaceSecret(merchant, secret, this.#deps.clock.now(), keepPreviousHours),
    );
  }
}

/** What is wrong with a secret, without the secret. */
function refuseSecret(secret: string): string | undefined {
  try {
    webhookSecretKey(secret);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return 'must be whsec_ and the Base64 of 24 to 64 random bytes';
    throw error;
  }
}
