import type Stripe from 'stripe';
import type { CallbackReading, GenuineCallback, RawCallback } from '../../../../ports/channel-callback.ts';
import { findPayment } from './stripe-disputes.ts';
import { type EventReading, readEvent, readRefundEvent } from './stripe-events.ts';
import { listRefunds } from './stripe-refunds.ts';
import { readSigned } from './stripe-signature.ts';

/** @param secrets the valid callback secrets; while a secret is being replaced, the old and the new one are both valid */
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
    case 'of_payment': {
      const found = await findPayment(stripe, reading.intentId);
      return found.kind === 'unavailable' ? found : finished(stripe, callbackId, reading.complete(found));
    }
    case 'refunds_of':
      return refundsOf(stripe, callbackId, reading.intentId);
  }
}

/** Reads all refunds of a payment. Each of them becomes a separate callback. */
async function refundsOf(stripe: Stripe, eventId: string, intentId: string): Promise<CallbackReading> {
  const listed = await listRefunds(stripe, intentId);
  if (listed.kind === 'unavailable') return listed;
  const callbacks: GenuineCallback[] = [];
  for (const refund of listed.refunds) {
    // The same refund can be reported again in another state, so the state is a part of the callback's ID.
    const callbackId = `${eventId}-${refund.id}-${refund.status}`;
    const reading = await finished(stripe, callbackId, readRefundEvent(refund, 'charge.refunded', listed.at));
    if (reading.kind !== 'genuine') return reading;
    callbacks.push(...reading.callbacks);
  }
  return { kind: 'genuine', callbacks };
}
