import type { Merchant } from '../../domain/merchant/merchant.ts';
import { rotateSecret } from '../../domain/merchant/webhook-endpoint.ts';
import { addSeconds } from '../../domain/order/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChangeMerchant } from './change-merchant.ts';

/** Long enough for a merchant to bring the new secret to its servers within a working day. */
const PREVIOUS_KEPT_HOURS = 24;

/**
 * Gives a merchant a new webhook secret, which is in this answer only. From now on events are signed with
 * both, so that none is refused whichever of them a receiver knows; the one before ends by itself.
 */
export class RotateWebhookSecret {
  readonly #change: ChangeMerchant;
  readonly #randomness: Randomness;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeMerchant; randomness: Randomness; clock: Clock }) {
    this.#change = deps.change;
    this.#randomness = deps.randomness;
    this.#clock = deps.clock;
  }

  async execute(
    merchantId: string,
    keepPreviousHours?: number,
  ): Promise<
    { readonly kind: 'rotated'; readonly merchant: Merchant; readonly webhookSecret: string } | Refusal
  > {
    const webhookSecret = this.#randomness.newWebhookSecret();
    const change = await this.#change.execute(merchantId, (merchant) =>
      replaceSecret(merchant, webhookSecret, this.#clock.now(), keepPreviousHours),
    );
    return change.kind === 'changed' ? { kind: 'rotated', merchant: change.merchant, webhookSecret } : change;
  }
}

/** The merchant with another secret, the one before signing too for a while; one rotation at a time. */
export function replaceSecret(
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
    `The secret before the current one still signs, until ${endsAt}. Retire it first.`,
  );
}
