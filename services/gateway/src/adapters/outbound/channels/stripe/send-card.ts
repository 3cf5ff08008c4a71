import type Stripe from 'stripe';
import type { AttemptFailure } from '../../../../domain/attempt/payment-attempt.ts';
import type { PayingCustomer } from '../../../../domain/order/paying-customer.ts';
import type { CardData, PaymentReference, SubmissionAnswer } from '../../../../ports/payment-channel.ts';
import type { MakeKey } from '../deployment-keys.ts';
import { type CallOutcome, callStripe } from './stripe-calls.ts';
import { failureOf } from './stripe-declines.ts';

/** The result of sending a card to Stripe. Its texts contain no part of the card's number or security code. */
export type CardSending =
  | { readonly kind: 'confirmed'; readonly intent: Stripe.PaymentIntent }
  | { readonly kind: 'declined'; readonly failure: AttemptFailure }
  /** The payment intent cannot be confirmed in its present state, for example because it was cancelled. */
  | { readonly kind: 'not_confirmable'; readonly failure: AttemptFailure }
  /** Stripe rejected the card's data or the call itself. This call has charged nothing and never will. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  | Extract<SubmissionAnswer, { kind: 'unknown' }>;

interface CardSubmission extends PaymentReference {
  readonly card: CardData;
  readonly customer?: PayingCustomer;
  readonly returnUrl: string;
  readonly keyFor: MakeKey;
  /** How long both calls together may take. */
  readonly oneTryMs: number;
}

/**
 * Sends a card to Stripe: creates a payment method from it, and confirms the payment intent with that method. Neither call is
 * retried: if Stripe refused the retry, the first try could still have charged the card. Both calls together fit into the time
 * limit of one call. The confirmation gets all the time that the first call has not used, because it waits for the card's
 * issuer.
 */
export async function sendCard(stripe: Stripe, submission: CardSubmission): Promise<CardSending> {
  const { attemptId, opening, card, customer, returnUrl, keyFor } = submission;
  const startedAtMs = performance.now();
  const method = await callStripe(() =>
    stripe.paymentMethods.create(
      {
        type: 'card',
        card: {
          number: card.number,
          exp_month: card.expMonth,
          exp_year: card.expYear,
          cvc: card.cvc,
          // Stripe ignores this preference if the card does not belong to the network.
          ...(card.network !== undefined && { networks: { preferred: card.network } }),
        },
        ...(customer !== undefined && { billing_details: billingDetailsOf(customer) }),
      },
      { idempotencyKey: keyFor(`${attemptId}-card`), maxNetworkRetries: 0 },
    ),
  );
  if (method.kind !== 'ok') return notTaken(method, card);
  const { id: paymentMethod } = method.answer;
  const confirmed = await callStripe(() =>
    stripe.paymentIntents.confirm(
      opening.channelReference,
      { payment_method: paymentMethod, return_url: returnUrl, expand: ['latest_charge'] },
      {
        idempotencyKey: keyFor(`${attemptId}-confirm`),
        maxNetworkRetries: 0,
        timeout: Math.max(submission.oneTryMs - Math.ceil(performance.now() - startedAtMs), 1),
      },
    ),
  );
  if (confirmed.kind === 'ok') return { kind: 'confirmed', intent: confirmed.answer };
  if (confirmed.kind === 'refused' && confirmed.code === 'payment_intent_unexpected_state') {
    return { kind: 'not_confirmable', failure: failureWithout(card, confirmed) };
  }
  // Stripe has just stored the card, so Stripe itself works. If the confirmation does not end in time, the issuer is slow.
  if (confirmed.kind === 'no_answer' && confirmed.isTimeout) {
    return { kind: 'unknown', detail: confirmed.detail, awaitsIssuer: true };
  }
  return notTaken(confirmed, card);
}

/** Returns the data that the card's issuer checks in addition to the card ("Create a PaymentMethod", `billing_details`). */
function billingDetailsOf({ name, email, phone, billingAddress }: PayingCustomer) {
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(billingAddress && {
      address: {
        line1: billingAddress.line1,
        ...(billingAddress.line2 && { line2: billingAddress.line2 }),
        city: billingAddress.city,
        ...(billingAddress.postalCode && { postal_code: billingAddress.postalCode }),
        ...(billingAddress.state && { state: billingAddress.state }),
        country: billingAddress.country,
      },
    }),
  };
}

function notTaken(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>, card: CardData): CardSending {
  if (outcome.kind === 'refused') {
    return { kind: outcome.isDecline ? 'declined' : 'refused', failure: failureWithout(card, outcome) };
  }
  const { detail } = outcome;
  if (!outcome.isTurnedAway) return { kind: 'unknown', detail };
  const message = `Stripe rejected the call: ${detail}`;
  return { kind: 'refused', failure: { code: 'turned_away', message, category: 'processing_error' } };
}

/**
 * Returns why Stripe refused the card. If Stripe's message quotes the card's number or security code, another message replaces
 * it.
 */
function failureWithout(card: CardData, refusal: { code: string; message: string }): AttemptFailure {
  const failure = failureOf(refusal);
  const digits = failure.message.replaceAll(/\D/g, '');
  const isQuoted = digits.includes(card.number) || digits.includes(card.cvc);
  return isQuoted ? { ...failure, message: 'The card was not accepted.' } : failure;
}
