import Stripe from 'stripe';

/** How a call to Stripe ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Stripe has judged the request and will not do it. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** The payment intent as it is, where the refusal is about its state. */
      readonly intent: Stripe.PaymentIntent | null;
    }
  /** Whether it was done is not known: a time-out, a broken connection, a fault of Stripe's. */
  | { readonly kind: 'no_answer'; readonly detail: string };

/** Runs one call. What is told of a failure never holds the request. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { code = error.type, message, payment_intent: intent = null } = error;
    return hasJudged(error)
      ? { kind: 'refused', code: error.decline_code ?? code, message, intent }
      : { kind: 'no_answer', detail: `${error.type}${error.statusCode ? ` (${error.statusCode})` : ''}` };
  }
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
