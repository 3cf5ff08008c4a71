import { webhookSecretKey } from '@kassa/contracts';
import { addSeconds } from '../../domain/add-seconds.ts';
import type { Environment } from '../../domain/environment.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { refuseWebhookAddress } from '../../domain/merchant/webhook-address.ts';
import {
  moveTo,
  retirePreviousSecret,
  rotateSecret,
  switchOn,
} from '../../domain/merchant/webhook-endpoint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/**
 * How long the previous webhook secret stays valid if the caller names no time. During this time, a merchant can install the
 * new secret.
 */
const PREVIOUS_KEPT_HOURS = 24;

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly environment: Environment;
}

/** Manages the address to which a merchant's events are sent, and the secrets that sign them. */
export class ManageWebhook {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Changes the address to which a merchant's events are sent. Pending events go to the new address, even if they were already
   * tried at the old one.
   */
  async setUrl(merchantId: string, url: string): Promise<MerchantChange> {
    const fault = refuseWebhookAddress(url, this.#deps.environment);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `webhook_url ${fault}.`, [{ path: 'webhook_url', message: fault }]);
    }
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: moveTo(merchant.webhook, url),
    }));
  }

  /**
   * Enables a merchant's webhook endpoint again, after it was disabled because it answered 410. Events that were given up
   * meanwhile are not resent by themselves; the operator or the merchant has to request it.
   */
  switchOn(merchantId: string): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: switchOn(merchant.webhook),
    }));
  }

  /**
   * Gives a merchant a new webhook secret. Only this answer contains it. For a limited time, events are signed with the new and
   * with the previous secret, so that receivers with either secret can verify them.
   */
  async rotateSecret(
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

  /**
   * Sets a webhook secret that the merchant has generated. As with `rotateSecret`, the previous secret also signs webhooks for
   * a limited time.
   */
  async setSecret(merchantId: string, secret: string, keepPreviousHours?: number): Promise<MerchantChange> {
    const fault = refuseSecret(secret);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `webhook_secret ${fault}.`, [
        { path: 'webhook_secret', message: fault },
      ]);
    }
    return this.#deps.change.execute(merchantId, (merchant) =>
      // If the secret is already the current one, the caller is repeating a call whose answer was lost. So change nothing.
      merchant.webhook.secrets[0] === secret
        ? merchant
        : replaceSecret(merchant, secret, this.#deps.clock.now(), keepPreviousHours),
    );
  }

  /**
   * Ends the replacement of a merchant's webhook secret early: from now on, only the current secret signs. Does nothing if
   * there is no previous secret.
   */
  retirePreviousSecret(merchantId: string): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      webhook: retirePreviousSecret(merchant.webhook),
    }));
  }
}

/**
 * Replaces a merchant's webhook secret. For a limited time, the previous secret also signs webhooks. Until this time ends or
 * the previous secret is retired, a further replacement is refused.
 */
function replaceSecret(
  merchant: Merchant,
  secret: string,
  now: Date,
  keepPreviousHours: number = PREVIOUS_KEPT_HOURS,
): Merchant | Refusal {
  const previousEndsAt = addSeconds(now, keepPreviousHours * 3600);
  const webhook = rotateSecret(merchant.webhook, secret, previousEndsAt, now);
  if (webhook !== 'rotation_under_way') return { ...merchant, webhook };
  const endsAt = merchant.webhook.previousSecretEndsAt?.toISOString();
  return refuse(
    'SECRET_ROTATION_UNDER_WAY',
    `The previous secret still signs, until ${endsAt}. Retire it first.`,
  );
}

/** Returns why a webhook secret is invalid, in words that do not contain the secret; undefined if it is valid. */
function refuseSecret(secret: string): string | undefined {
  try {
    webhookSecretKey(secret);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return 'must be whsec_ and the Base64 of 24 to 64 random bytes';
    throw error;
  }
}
