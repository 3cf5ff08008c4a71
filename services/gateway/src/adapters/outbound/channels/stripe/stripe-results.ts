import type Stripe from 'stripe';
import type { AttemptCard, PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import type { RefundResult } from '../../../../domain/refund/refund.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { failureOf } from './stripe-declines.ts';

/**
 * Translates Stripe's results into the gateway's terms. An unknown result is reported as not understood, never guessed.
 */

/** The state of an object at Stripe, in the gateway's terms. `under_way` means that Stripe has no result yet. */
export type Reading<Result> =
  | { readonly kind: 'ended'; readonly result: Result }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'not_understood'; readonly detail: string };

/**
 * The state of a payment intent. `not_confirmed`: the consumer has submitted nothing. `to_capture`: the money is authorised,
 * but not captured yet.
 */
export type IntentReading = Reading<PaymentResult> | { readonly kind: 'not_confirmed' | 'to_capture' };

export function readIntent(intent: Stripe.PaymentIntent): IntentReading {
  switch (intent.status) {
    case 'succeeded': {
      const paid = fromStripeAmount({ amount: intent.amount_received, currency: intent.currency });
      if (paid === undefined) return notUnderstood(`${intent.amount_received} of ${intent.currency}`);
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
      return { kind: 'ended', result: { kind: 'succeeded', paid, card: cardOf(charge) } };
    }
    case 'canceled':
      return { kind: 'ended', result: { kind: 'cancelled' } };
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { kind: 'ended', result: declineOf(intent.last_payment_error) }
        : { kind: 'not_confirmed' };
    case 'requires_confirmation':
      return { kind: 'not_confirmed' };
    case 'requires_action':
    case 'processing':
      return { kind: 'under_way' };
    case 'requires_capture':
      return { kind: 'to_capture' };
    default:
      return notUnderstood(`a payment intent that is ${intent.status}`);
  }
}

/**
 * Returns the result of a declined card. One payment intent can have several declines, because Stripe accepts other cards for
 * it until it is cancelled ("How PaymentIntents work"). So the result also contains a reference of this decline: the charge's
 * ID or, without a charge, the payment method's.
 */
function declineOf(error: Stripe.PaymentIntent.LastPaymentError): PaymentResult {
  const declineReference = error.charge ?? error.payment_method?.id;
  return {
    kind: 'failed',
    failure: failureOf(error),
    card: null,
    ...(declineReference !== undefined && { declineReference }),
  };
}

/** Reads from a charge how much was paid and with which card. */
export function readCharge(charge: Stripe.Charge): Reading<PaymentResult> {
  if (!charge.paid || !charge.captured) return { kind: 'under_way' };
  const paid = fromStripeAmount({ amount: charge.amount_captured, currency: charge.currency });
  if (paid === undefined) return notUnderstood(`${charge.amount_captured} of ${charge.currency}`);
  return { kind: 'ended', result: { kind: 'succeeded', paid, card: cardOf(charge) } };
}

export function readRefund(refund: Stripe.Refund): Reading<RefundResult> {
  switch (refund.status) {
    case 'succeeded': {
      const returned = fromStripeAmount(refund);
      if (returned === undefined) return notUnderstood(`${refund.amount} of ${refund.currency}`);
      return { kind: 'ended', result: { kind: 'succeeded', returned } };
    }
    case 'failed':
    case 'canceled': {
      const code = refund.failure_reason ?? refund.status;
      return {
        kind: 'ended',
        result: { kind: 'failed', failure: { code, message: 'The processor could not return the money.' } },
      };
    }
    case 'pending':
    case 'requires_action':
      return { kind: 'under_way' };
    default:
      return notUnderstood(`a refund that is ${refund.status}`);
  }
}

/**
 * Reads the state of a dispute. A bank's inquiry (status `warning_…`) moves no money, so it is not a dispute yet. A dispute
 * that Stripe prevented never becomes a chargeback. But if Stripe gave the consumer the money, the gateway treats the dispute
 * as lost.
 */
export function readDispute(dispute: Stripe.Dispute): Reading<DisputeReport> {
  const kinds: Readonly<Record<string, DisputeReport['kind'] | null>> = {
    needs_response: 'opened',
    under_review: 'opened',
    appeal_needs_response: 'opened',
    appeal_under_review: 'opened',
    won: 'won',
    lost: 'lost',
    warning_needs_response: null,
    warning_under_review: null,
    warning_closed: null,
    prevented: isMoneyGone(dispute) ? 'lost' : null,
  };
  const kind = Object.hasOwn(kinds, dispute.status) ? kinds[dispute.status] : undefined;
  if (kind === undefined) return notUnderstood(`a dispute that is ${dispute.status}`);
  if (kind === null) return { kind: 'under_way' };
  const amount = fromStripeAmount(dispute);
  if (amount === undefined) return notUnderstood(`${dispute.amount} of ${dispute.currency}`);
  return {
    kind: 'ended',
    result: { kind, channelReference: dispute.id, amount, ...timeToAnswer(dispute) },
  };
}

/**
 * Whether Stripe may have returned the money to the consumer in order to prevent the dispute ("Adds support for Dispute
 * Preventions" in Stripe's documentation). If Stripe blocked the dispute instead, the consumer got nothing.
 */
export function mayHavePaidBack({ status, payment_method_details: details }: Stripe.Dispute): boolean {
  return status === 'prevented' && details?.card?.case_type !== 'block';
}

/** The categories of transactions that move disputed money. A dispute's fees have other categories ("Reporting categories"). */
export const moneyOfDispute: ReadonlySet<string> = new Set(['dispute', 'dispute_reversal']);

/**
 * Whether the dispute took money from the Stripe account and has not returned it. The sum of its balance transactions is then
 * negative.
 */
function isMoneyGone({ balance_transactions: moves = [] }: Stripe.Dispute): boolean {
  const moved = moves.filter(({ reporting_category: category }) => moneyOfDispute.has(category));
  return moved.reduce((sum, { amount }) => sum + amount, 0) < 0;
}

/**
 * Returns the time by which the merchant must respond to a dispute. Stripe reports 0 or null if the bank accepts no response
 * ("The Dispute object").
 */
function timeToAnswer({ evidence_details: details }: Stripe.Dispute): Pick<DisputeReport, 'respondBy'> {
  return details?.due_by ? { respondBy: new Date(details.due_by * 1000) } : {};
}

function notUnderstood(what: string): { readonly kind: 'not_understood'; readonly detail: string } {
  return { kind: 'not_understood', detail: `Stripe names ${what}` };
}

/** The data of a card that may be stored. */
function cardOf(charge: Stripe.Charge | null): AttemptCard | null {
  const card = charge?.payment_method_details?.card;
  if (!card?.brand || !card.last4 || !card.exp_month || !card.exp_year) return null;
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}
