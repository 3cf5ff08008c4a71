import Stripe from 'stripe';

/** Our own IDs, as every object that the gateway makes at Stripe carries them. */
export const ATTEMPT_KEY = 'kassa_attempt_id';
export const REFUND_KEY = 'kassa_refund_id';

/** How a call to Stripe ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Stripe has judged the request and will not do it. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** Whether it is the card that was declined, and not the request that was wrong. */
      readonly isDecline: boolean;
      /** The payment intent as it is, where the refusal is about its state. */
      readonly intent: Stripe.PaymentIntent | null;
    }
  /** Whether it was done is not known: a time-out, a broken connection, a fault of Stripe's. */
  | {
      readonly kind: 'no_answer';
      readonly detail: string;
      /** Whether Stripe turned this try away before it looked at what was asked. */
      readonly isTurnedAway: boolean;
    };

/** The most that Stripe lists at once. */
export const PAGE_SIZE = 100;

/** Runs one call. What is told of a failure never holds the request. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { message, payment_intent: intent = null } = error;
    return hasJudged(error)
      ? {
          kind: 'refused',
          // The package leaves them empty where Stripe names none.
          code: error.decline_code || error.code || error.type,
          message,
          isDecline: error instanceof Stripe.errors.StripeCardError,
          intent,
        }
      : {
          kind: 'no_answer',
          detail: `${error.type}${error.statusCode ? ` (${error.statusCode})` : ''}`,
          isTurnedAway: isTurnedAway(error),
        };
  }
}

/** Why a call did not succeed, in a word. */
export function detailOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): string {
  return outcome.kind === 'refused' ? outcome.code : outcome.detail;
}

/**
 * Whether Stripe has looked at what was asked. A wrong key, too many calls, another call under the same key
 * at the same time and everything from 500 on say nothing about the payment.
 */
function hasJudged(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/**
 * A wrong key, a missing permission and too many calls are answered before a request is carried out, and leave nothing
 * under its idempotency key ("Advanced error handling", "Idempotent requests"). Of a call that was repeated this says
 * nothing: the try before may have got through.
 */
function isTurnedAway(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}
