import type Stripe from 'stripe';
import type { CallbackReading, RawCallback } from '../../../../ports/payment-channel.ts';
import { findDisputedAttempt } from './stripe-disputes.ts';
import { disputeNotification, type EventReading, readEvent, unseenDispute } from './stripe-events.ts';
import { readSigned } from './stripe-signature.ts';

/** @param secrets while a secret is being replaced, either may sign a callback */
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
      const { dispute, intentId } = reading;
      const found = await findDisputedAttempt(stripe, intentId);
      switch (found.kind) {
        case 'unavailable':
          return found;
        case 'unseen':
          return finished(stripe, callbackId, unseenDispute(dispute, intentId));
        case 'known':
          return finished(stripe, callbackId, disputeNotification(dispute, intentId, found.attemptId));
        case 'foreign':
          return finished(stripe, callbackId, disputeNotification(dispute, intentId, undefined));
      }
    }
  }
}
