import Stripe from 'stripe';
import type { CallbackReading, RawCallback } from '../../../../ports/payment-channel.ts';

export type SignedEvent =
  | { readonly kind: 'signed'; readonly event: Stripe.Event }
  | Extract<CallbackReading, { kind: 'forged' | 'unreadable' }>;

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
  for (const secret of secrets) {
    try {
      const readAtMs = receivedAt.getTime();
      const event = webhooks.constructEvent(body, header, secret, undefined, undefined, readAtMs);
      return isEvent(event)
        ? { kind: 'signed', event }
        : { kind: 'unreadable', reason: 'it is not one of its events' };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      return { kind: 'unreadable', reason: 'it is no JSON' };
    }
  }
  return { kind: 'forged', reason: 'the Stripe-Signature header does not verify, or is too old' };
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
