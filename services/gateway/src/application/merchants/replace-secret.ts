import type { Merchant } from '../../domain/merchant/merchant.ts';
import { rotateSecret } from '../../domain/merchant/webhook-endpoint.ts';
import { addSeconds } from '../../domain/time-span.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Long enough for a merchant to bring the new secret to its servers within a working day. */
const PREVIOUS_KEPT_HOURS = 24;

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
