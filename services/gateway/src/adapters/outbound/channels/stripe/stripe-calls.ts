import Stripe from 'stripe';

/** Metadata keys under which every object that the gateway creates at Stripe carries the gateway's own ID. */
export const ATTEMPT_KEY = 'kassa_attempt_id';
export const REFUND_KEY = 'kassa_refund_id';

/** How a call to Stripe ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Stripe has refused the request and will not carry it out. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** True if the card was declined; false if the request itself was wrong. */
      readonly isDecline: boolean;
      /** The payment intent as it is now, if Stripe refused the request because of the intent's state. */
      readonly intent: Stripe.PaymentIntent | null;
    }
  /** It is unknown whether Stripe carried out the call: a timeout, a broken connection, or a fault at Stripe. */
  | {
      readonly kind: 'no_answer';
      readonly detail: string;
      /** Whether Stripe rejected this try before it processed the request, for example because of a wrong key. */
      readonly isTurnedAway: boolean;
    };

/** The largest number of entries that Stripe returns in one page. */
export const PAGE_SIZE = 100;

/** Makes one call to Stripe and sorts its outcome. The reported failure never contains the request. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { message, payment_intent: intent = null } = error;
    return hasJudged(error)
      ? {
          kind: 'refused',
          // Stripe's package gives empty strings if Stripe's answer names no code.
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
 * Whether an error proves that Stripe examined and refused the request. A wrong key, too many calls, a concurrent call
 * with the same idempotency key, and every status from 500 on prove nothing about the payment.
 */
function hasJudged(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/**
 * Whether Stripe rejected a try before processing it. Stripe reports a wrong key, a missing permission or too many
 * calls before it carries out a request, and stores nothing for the idempotency key ("Advanced error handling",
 * "Idempotent requests").
 *
 * After a retry, such an error proves nothing about the call, because the earlier try may have been carried out.
 */
function isTurnedAway(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}
