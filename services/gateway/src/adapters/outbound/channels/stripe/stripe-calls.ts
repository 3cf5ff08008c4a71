import Stripe from 'stripe';
import { faultTextOf, statusText } from '../fault-text.ts';

/**
 * The metadata keys for the gateway's own IDs. The gateway adds its attempt ID or refund ID to every object that it creates at
 * Stripe.
 */
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
      /** Whether Stripe refused because the card was declined; false if Stripe found the request itself invalid. */
      readonly isDecline: boolean;
      /** The payment intent in its present state, if Stripe refused the request because of this state; otherwise null. */
      readonly intent: Stripe.PaymentIntent | null;
    }
  /**
   * The call had no usable answer, for example after a timeout or a fault at Stripe. Stripe may or may not have carried it out.
   */
  | {
      readonly kind: 'no_answer';
      readonly detail: string;
      /**
       * Whether Stripe rejected the call before it processed the request, for example because of a wrong key. If the call was a
       * retry, the earlier try may still have been carried out.
       */
      readonly isTurnedAway: boolean;
      /** Whether Stripe was reached, but did not answer within the time limit. */
      readonly isTimeout: boolean;
      /** Whether Stripe has carried out another call with this idempotency key. */
      readonly isKeyUsed: boolean;
    };

/** The largest number of entries that Stripe returns in one page. */
export const PAGE_SIZE = 100;

/** Makes one call to Stripe and classifies its outcome. An outcome with an error never quotes the request. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { message, payment_intent: intent = null } = error;
    return hasJudged(error)
      ? {
          kind: 'refused',
          // Use `||`, because Stripe's package gives an empty string for a code that Stripe's answer lacks.
          code: error.decline_code || error.code || error.type,
          message,
          isDecline: error instanceof Stripe.errors.StripeCardError,
          intent,
        }
      : {
          kind: 'no_answer',
          detail: textOf(error),
          isTurnedAway: isTurnedAway(error),
          isTimeout: isTimeout(error),
          isKeyUsed: isKeyUsed(error),
        };
  }
}

function textOf({ type, statusCode, detail }: Stripe.errors.StripeError): string {
  if (statusCode !== undefined) return `${statusText(statusCode)} (${type})`;
  return faultTextOf(detail) ?? `the call failed (${type})`;
}

/** Returns when Stripe sent an answer, by Stripe's clock. The clocks of the gateway's instances can be wrong. */
export function timeOfAnswer({
  lastResponse,
}: Partial<Pick<Stripe.Response<unknown>, 'lastResponse'>>): Date | undefined {
  // Stripe's library says that the headers are a plain object. With fetch, they are not.
  const at = new Date(new Headers(lastResponse?.headers).get('date') ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Why a call did not succeed, in one word. */
export function detailOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): string {
  return outcome.kind === 'refused' ? outcome.code : outcome.detail;
}

/**
 * Whether an error proves that Stripe examined the request and permanently refused it. Some errors prove nothing: those after a
 * wrong key, after too many calls or after a concurrent call with the same idempotency key, and those with an HTTP status of
 * 500 or higher.
 */
function hasJudged(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
  );
}

/** The code that the HTTP clients of Stripe's package set in the error when a call exceeds its time limit. */
const TIMEOUT = Stripe.HttpClient.TIMEOUT_ERROR_CODE;

function isTimeout(error: Stripe.errors.StripeError): boolean {
  if (!(error instanceof Stripe.errors.StripeConnectionError)) return false;
  const fault: unknown = error.detail;
  return fault instanceof Error && 'code' in fault && fault.code === TIMEOUT;
}

/**
 * Whether Stripe rejected a call before processing it: because of a wrong key, a missing permission or too many calls. In these
 * cases, Stripe carries nothing out, and stores nothing for the idempotency key ("Advanced error handling" and "Idempotent
 * requests" in Stripe's documentation).
 *
 * If the rejected call was a retry, the payment's or refund's state remains unknown, because Stripe may have carried out the
 * earlier try.
 */
function isTurnedAway(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

/**
 * Whether Stripe knows the idempotency key from an earlier call with other content. If that call has not ended yet, Stripe may
 * still refuse it, so the answer is no.
 */
function isKeyUsed(error: Stripe.errors.StripeError): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use';
}
