import type Stripe from 'stripe';
import type { AttemptCard, PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import type { RefundResult } from '../../../../domain/refund/refund.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { failureOf } from './stripe-declines.ts';
import { LINK } from './stripe-methods.ts';

/**
 * Translates Stripe's results into the gateway's terms. An unknown result is reported as not understood, never guessed.
 */

/** The state of an object at Stripe, in the gateway's terms. `under_way` means that Stripe has no result yet. */
export type Reading<Result> =
  | { readonly kind: 'ended'; readonly result: Result }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'not_understood'; readonly detail: string };

/**
 * The state of a payment intent. `not_confirmed`: the consumer has submitted nothing. `awaits_action`: the consumer has a step
 * left to do. `to_capture`: the money is authorised, but not captured yet.
 */
export type IntentReading =
  | Reading<PaymentResult>
  | { readonly kind: 'not_confirmed' | 'awaits_action' | 'to_capture' };

export function readIntent(intent: Stripe.PaymentIntent): IntentReading {
  switch (intent.status) {
    case 'succeeded': {
      const paid = fromStripeAmount({ amount: intent.amount_received, currency: intent.currency });
      if (paid === undefined) return notUnderstood(`${intent.amount_received} of ${intent.currency}`);
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
      return { kind: 'ended', result: { kind: 'succeeded', paid, ...paidWith(charge) } };
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
      return { kind: 'awaits_action' };
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

/** Reads from a charge how much was paid, and with which card or wallet. */
export function readCharge(charge: Stripe.Charge): Reading<PaymentResult> {
  if (!charge.paid || !charge.captured) return { kind: 'under_way' };
  const paid = fromStripeAmount({ amount: charge.amount_captured, currency: charge.currency });
  if (paid === undefined) return notUnderstood(`${charge.amount_captured} of ${charge.currency}`);
  return { kind: 'ended', result: { kind: 'succeeded', paid, ...paidWith(charge) } };
}

/** @param stateAt when Stripe had the refund in this state; undefined if Stripe does not say */
export function readRefund(refund: Stripe.Refund, stateAt?: Date): Reading<RefundResult> {
  const time = stateAt && { stateAt };
  switch (refund.status) {
    case 'succeeded': {
      const returned = fromStripeAmount(refund);
      if (returned === undefined) return notUnderstood(`${refund.amount} of ${refund.currency}`);
      return { kind: 'ended', result: { kind: 'succeeded', returned, ...time } };
    }
    case 'failed':
    case 'canceled': {
      const code = refund.failure_reason ?? refund.status;
      const message =
        code === 'insufficient_funds'
          ? 'The balance of the account at the processor is too low.'
          : 'The processor could not return the money.';
      return { kind: 'ended', result: { kind: 'failed', failure: { code, message }, ...time } };
    }
    case 'pending':
    case 'requires_action':
      return { kind: 'under_way' };
    default:
      return notUnderstood(`a refund that is ${refund.status}`);
  }
}

export function notUnderstood(what: string): { readonly kind: 'not_understood'; readonly detail: string } {
  return { kind: 'not_understood', detail: `Stripe names ${what}` };
}

/**
 * Returns the card and the wallet of a charge. Link is a separate type of payment method, which hides the card or bank account
 * behind it ("Link in different payment integrations"). The names of other wallets are given together with the card.
 */
function paidWith(charge: Stripe.Charge | null): { card: AttemptCard | null; wallet?: string } {
  const details = charge?.payment_method_details;
  const wallet = details?.type === LINK ? LINK : details?.card?.wallet?.type;
  return { card: cardOf(charge), ...(wallet && { wallet }) };
}

/** The data of a card that may be stored. */
function cardOf(charge: Stripe.Charge | null): AttemptCard | null {
  const card = charge?.payment_method_details?.card;
  if (!card?.brand || !card.last4 || !card.exp_month || !card.exp_year) return null;
  // `brand` is the international network of a card, even if the payment went through Cartes Bancaires.
  const brand = card.network === 'cartes_bancaires' ? card.network : card.brand;
  return { brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}
