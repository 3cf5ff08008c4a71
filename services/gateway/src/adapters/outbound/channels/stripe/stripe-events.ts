import type Stripe from 'stripe';
import type { ChannelNotification } from '../../../../ports/payment-channel.ts';
import { ATTEMPT_KEY, REFUND_KEY } from './stripe-calls.ts';
import { intentOf } from './stripe-disputes.ts';
import {
  type IntentReading,
  mayHavePaidBack,
  readCharge,
  readDispute,
  readIntent,
  readRefund,
} from './stripe-results.ts';

export type EventReading =
  | { readonly kind: 'read'; readonly notification: ChannelNotification }
  /**
   * A dispute whose attempt is not known yet. The event contains only Stripe's ID of the payment intent, so the gateway must
   * ask Stripe which attempt the payment intent belongs to.
   */
  | { readonly kind: 'dispute_of'; readonly intentId: string; readonly dispute: Stripe.Dispute }
  | { readonly kind: 'not_understood'; readonly detail: string };

/**
 * Reads an event from Stripe ("Types of events" in Stripe's documentation). An event is irrelevant if it is about a payment
 * that the gateway did not make.
 */
export function readEvent(event: Stripe.Event): EventReading {
  const irrelevant: EventReading = { kind: 'read', notification: { kind: 'irrelevant', type: event.type } };
  if (event.account) return readOfConnected(event, event.account) ?? irrelevant;
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object;
      return ofPayment(intent.metadata, intent.id, readIntent(intent)) ?? irrelevant;
    }
    case 'charge.succeeded':
    case 'charge.captured': {
      // Read events about charges too, because only they say which card was used. An event about a payment intent does not.
      const charge = event.data.object;
      return ofPayment(charge.metadata, intentOf(charge) ?? charge.id, readCharge(charge)) ?? irrelevant;
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object;
      const refundId = refund.metadata?.[REFUND_KEY];
      const reading = readRefund(refund);
      if (refundId === undefined || reading.kind === 'under_way') return irrelevant;
      if (reading.kind === 'not_understood') return reading;
      const openingReference = intentOf(refund);
      return {
        kind: 'read',
        notification: {
          kind: 'refund',
          refundId,
          channelReference: refund.id,
          ...(openingReference !== null && { openingReference }),
          result: reading.result,
        },
      };
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

/**
 * Reads an event of a connected account (`account` in the event, "Connect webhooks"). The gateway creates nothing in connected
 * accounts. But their owners can write one of the gateway's references into a payment's metadata, so an event with such a
 * reference is only reported to the operator.
 */
function readOfConnected({ type, data }: Stripe.Event, account: string): EventReading | undefined {
  const { metadata } = data.object as { readonly metadata?: Stripe.Metadata | null };
  const reference = metadata?.[ATTEMPT_KEY] ?? metadata?.[REFUND_KEY];
  if (reference === undefined) return undefined;
  const detail = `Stripe reports ${type} of the connected account ${account}, where nothing is made here`;
  return { kind: 'read', notification: { kind: 'for_operator', reference, detail } };
}

/**
 * Reports a dispute to the operator if the disputed payment cannot be looked up with the channel's key. The callback then comes
 * from a Stripe account to which the key does not belong. The gateway may have made the payment in that account before an
 * operator replaced the key.
 */
export function unseenDispute(dispute: Stripe.Dispute, reference: string): EventReading {
  const detail = `Stripe reports a dispute that is ${dispute.status} of a payment that the key of the account does not find`;
  return { kind: 'read', notification: { kind: 'for_operator', reference, detail } };
}

/**
 * Builds the notification about a dispute, once the disputed attempt was looked up. `attemptId` is undefined if the gateway did
 * not make the payment.
 */
export function disputeNotification(
  dispute: Stripe.Dispute,
  intentId: string,
  attemptId: string | undefined,
): EventReading {
  const reading = readDispute(dispute);
  if (attemptId !== undefined && reading.kind === 'under_way' && mayHavePaidBack(dispute)) {
    const detail = `Stripe prevented the dispute ${dispute.id}. Look there whether the consumer got the money; if so, record the loss`;
    return { kind: 'read', notification: { kind: 'for_operator', reference: attemptId, detail } };
  }
  // Report a status that is not understood only if the gateway made the disputed payment. Disputes about other payments are
  // irrelevant.
  if (reading.kind === 'not_understood' && attemptId !== undefined) return reading;
  return reading.kind !== 'ended' || attemptId === undefined
    ? { kind: 'read', notification: { kind: 'irrelevant', type: `dispute ${dispute.status}` } }
    : {
        kind: 'read',
        notification: { kind: 'dispute', attemptId, openingReference: intentId, report: reading.result },
      };
}

function ofPayment(
  metadata: Stripe.Metadata,
  openingReference: string,
  reading: IntentReading,
): EventReading | undefined {
  const attemptId = metadata[ATTEMPT_KEY];
  if (attemptId === undefined) return undefined;
  switch (reading.kind) {
    case 'ended':
      return {
        kind: 'read',
        notification: { kind: 'payment', attemptId, openingReference, result: reading.result },
      };
    case 'not_understood':
      return reading;
    case 'under_way':
    case 'not_confirmed':
    case 'to_capture':
      return undefined;
  }
}
