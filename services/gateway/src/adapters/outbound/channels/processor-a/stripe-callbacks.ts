import type Stripe from 'stripe';
import type { CallbackReading, RawCallback } from '../../../../ports/payment-channel.ts';
import { callStripe, detailOf } from './stripe-calls.ts';
import { disputeNotification, type EventReading, readEvent, unseenDispute } from './stripe-events.ts';
import { ATTEMPT_KEY } from './stripe-metadata.ts';
import { readSigned } from './stripe-signature.ts';

/** @param secrets while one is being replaced, a callback may be signed with either */
export async function readStripeCallback(
  stripe: Stripe,
  callback: RawCallback,
  secrets: readonly string[],
): Promise<CallbackReading> {
  const signed = readSigned(stripe, callback, secrets);
  return signed.kind === 'signed' ? finished(stripe, signed.event.id, readEvent(signed.event)) : signed;
}

async function finished(stripe: Stripe, callbackId: string, reading: EventReading): Promise<CallbackReading> {
  switch (reading.kind) {
    case 'read':
      return { kind: 'genuine', callbacks: [{ callbackId, notification: reading.notification }] };
    case 'not_understood':
      return { kind: 'not_understood', reference: callbackId, reason: reading.detail };
    case 'dispute_of': {
      // A dispute names the payment by Stripe's ID alone.
      const { dispute, intentId } = reading;
      const outcome = await callStripe(() => stripe.paymentIntents.retrieve(intentId));
      // Asking again would only be refused again.
      if (outcome.kind === 'refused' && outcome.code === 'resource_missing') {
        return finished(stripe, callbackId, unseenDispute(dispute, intentId));
      }
      if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
      const attemptId = outcome.answer.metadata[ATTEMPT_KEY];
      return finished(stripe, callbackId, disputeNotification(dispute, intentId, attemptId));
    }
  }
}
