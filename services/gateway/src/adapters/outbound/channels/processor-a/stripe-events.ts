import type Stripe from 'stripe';
import type { ChannelNotification } from '../../../../ports/payment-channel.ts';
import { intentOf } from './stripe-disputes.ts';
import { ATTEMPT_KEY, REFUND_KEY } from './stripe-metadata.ts';
import { type IntentReading, readCharge, readDispute, readIntent, readRefund } from './stripe-results.ts';

export type EventReading =
  | { readonly kind: 'read'; readonly notification: ChannelNotification }
  /** Stripe has to be asked which payment it is about. */
  | { readonly kind: 'dispute_of'; readonly intentId: string; readonly dispute: Stripe.Dispute }
  | { readonly kind: 'not_understood'; readonly detail: string };

/** What an event says ("Types of events"). About what others did in the same account it says nothing. */
export function readEvent(event: Stripe.Event): EventReading {
  const irrelevant: EventReading = { kind: 'read', notification: { kind: 'irrelevant', type: event.type } };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object;
      return ofPayment(intent.metadata, readIntent(intent)) ?? irrelevant;
    }
    case 'charge.succeeded':
    case 'charge.captured': {
      // The charge, unlike the intent, says which card it was.
      const charge = event.data.object;
      return ofPayment(charge.metadata, readCharge(charge)) ?? irrelevant;
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object;
      const refundId = refund.metadata?.[REFUND_KEY];
      const reading = readRefund(refund);
      if (refundId === undefined || reading.kind === 'under_way') return irrelevant;
      if (reading.kind === 'not_understood') return reading;
      return { kind: 'read', notification: { kind: 'refund', refundId, result: reading.result } };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      const intentId = intentOf(dispute);
      return intentId === null ? irrelevant : { kind: 'dispute_of', intentId, dispute };
    }
    default:
      return irrelevant;
  }
}

/** What is reported of a dispute, once it is known which attempt's money it is about. */
export function disputeNotification(dispute: Stripe.Dispute, attemptId: string | undefined): EventReading {
  const reading = readDispute(dispute);
  // Of others' money it does not matter what is said.
  if (reading.kind === 'not_understood' && attemptId !== undefined) return reading;
  return reading.kind !== 'ended' || attemptId === undefined
    ? { kind: 'read', notification: { kind: 'irrelevant', type: `dispute ${dispute.status}` } }
    : { kind: 'read', notification: { kind: 'dispute', attemptId, report: reading.result } };
}

function ofPayment(metadata: Stripe.Metadata, reading: IntentReading): EventReading | undefined {
  const attemptId = metadata[ATTEMPT_KEY];
  if (attemptId === undefined) return undefined;
  switch (reading.kind) {
    case 'ended':
      return { kind: 'read', notification: { kind: 'payment', attemptId, result: reading.result } };
    case 'not_understood':
      return reading;
    case 'under_way':
    case 'not_confirmed':
    case 'to_capture':
      return undefined;
  }
}
