import type { Merchant } from '../../domain/merchant/merchant.ts';
import { rotateSecret } from '../../domain/merchant/webhook-endpoint.ts';
import { addSeconds } from '../../domain/order/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChangeWebhook } from './change-webhook.ts';

/** Long enough for a merchant to bring the new secret to its servers within a working day. */
const PREVIOUS_KEPT_HOURS = 24;

/**
 * Gives a merchant a new webhook secret, which is in this answer only. From now on events are signed with
 * both, so that none is refused whichever of them a receiver knows; the one before ends by itself.
 */
export class RotateWebhookSecret {
  readonly #change: ChangeWebhook;
  readonly #randomness: Randomness;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeWebhook; randomness: Randomness; clock: Clock }) {
    this.#change = deps.change;
    this.#randomness = deps.randomness;
    this.#clock = deps.clock;
  }

  async execute(
    merchantId: string,
    keepPreviousHours: number = PREVIOUS_KEPT_HOURS,
  ): Promise<
    { readonly kind: 'rotated'; readonly merchant: Merchant; readonly webhookSecret: string } | Refusal
  > {
    const webhookSecret = this.#randomness.newWebhookSecret();
    const now = this.#clock.now();
    const previousEndsAt = addSeconds(now, keepPreviousHours * 3600);
    const change = await this.#change.execute(merchantId, (webhook) => {
      const rotated = rotateSecret(webhook, webhookSecret, previousEndsAt, now);
      if (rotated !== 'rotation_under_way') return rotated;
      const endsAt = webhook.previousSecretEndsAt?.toISOString();
      return refuse(
        'SECRET_ROTATION_UNDER_WAY',
        `The secret before the current one still signs, until ${endsAt}. Retire it first.`,
      );
    });
    return change.kind === 'changed' ? { kind: 'rotated', merchant: change.merchant, webhookSecret } : change;
  }
}
