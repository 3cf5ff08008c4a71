import Stripe from 'stripe';
import type { CallbackReading, RawCallback } from '../../../../ports/channel-callback.ts';

export type SignedEvent =
  | { readonly kind: 'signed'; readonly event: Stripe.Event }
  | Extract<CallbackReading, { kind: 'forged' | 'unreadable' }>;

/**
 * The largest allowed difference between the time of a signature and the gateway's own clock. Stripe's package allows the same.
 */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the header `Stripe-Signature` ("Verify webhook signatures").
 *
 * @param secrets all valid secrets; while a secret is being replaced, the old and the new one may both sign callbacks
 */
export function readSigned(
  { webhooks }: Stripe,
  { headers, body, receivedAt }: RawCallback,
  secrets: readonly string[],
): SignedEvent {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') {
    return { kind: 'forged', reason: 'the Stripe-Signature header is missing' };
  }
  // Stripe's package refuses only old signatures. If a signature has a time in the future, it could be reused until that time
  // has passed.
  if (isOfTheFuture(header, receivedAt)) {
    return {
      kind: 'forged',
      reason: 'the time in the Stripe-Signature header is in the future: check this machine’s clock',
    };
  }
  for (const secret of secrets) {
    try {
      const readAtMs = receivedAt.getTime();
      const event = webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, readAtMs);
      return isEvent(event)
        ? { kind: 'signed', event }
        : { kind: 'unreadable', reason: 'the body is not an event of Stripe' };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      return { kind: 'unreadable', reason: 'it is no JSON' };
    }
  }
  return { kind: 'forged', reason: 'the Stripe-Signature header does not verify, or is too old' };
}

/** Whether the signed time is too far in the future. If the header contains several times, the last one is signed. */
function isOfTheFuture(header: string, receivedAt: Date): boolean {
  const times = [...header.matchAll(/(?:^|,)t=([^,]*)/g)];
  const seconds = Number.parseInt(times.at(-1)?.[1] ?? '', 10);
  return seconds - receivedAt.getTime() / 1000 > TOLERANCE_SECONDS;
}

/**
 * Checks that an event has an ID, a type and data. Its other members are not checked, because the signature proves that
 * Stripe sent the event.
 */
function isEvent(signed: unknown): signed is Stripe.Event {
  return (
    isObject(signed) &&
    typeof signed.id === 'string' &&
    typeof signed.type === 'string' &&
    isObject(signed.data) &&
    isObject(signed.data.object)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
