import Stripe from 'stripe';

/** The gateway's own IDs, which every object that the gateway creates at Stripe carries. */
export const ATTEMPT_KEY = 'kassa_attempt_id';
export const REFUND_KEY = 'kassa_refund_id';

/** How a call to Stripe ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Stripe has judged the request and will not carry it out. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** True if the card was declined; false if the request was wrong. */
      readonly isDecline: boolean;
      /** The present payment intent, if the refusal is about its state. */
      readonly intent: Stripe.PaymentIntent | null;
    }
  /** Nobody knows whether the call was carried out: a timeout, a broken connection, or a fault at Stripe. */
  | {
      readonly kind: 'no_answer';
      readonly detail: string;
      /** Whether Stripe turned this attempt away before it processed the request. */
      readonly isTurnedAway: boolean;
    };

/** The most entries that Stripe lists at once. */
export const PAGE_SIZE = 100;

/** Runs one call. The reported failure never contains the request. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { message, payment_intent: intent = null } = error;
    return hasJudged(error)
      ? {
          kind: 'refused',
          // The package leaves these empty if Stripe names none.
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

/** Why a call did not succeed, in one word. */
export function detailOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): string {
  return outcome.kind === 'refused' ? outcome.code : outcome.detail;
}

/**
 * Whether Stripe has judged the request. A wrong key, too many calls, a concurrent call with the same key and
 * every status from 500 on say nothing about the payment.
 */
function hasJudged(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/**
 * Stripe reports a wrong key, a missing permission or too many calls before it carries out the request, and
 * stores nothing for its idempotency key ("Advanced error handling", "Idempotent requests"). After a retry, such
 * an answer proves nothing, because the earlier attempt may have been carried out.
 */
function isTurnedAway(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}
