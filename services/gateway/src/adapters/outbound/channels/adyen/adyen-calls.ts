import { AdyenRefusal, AdyenSilence } from './adyen-transport.ts';

/** How a call to Adyen ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Adyen has refused the request and will not carry it out. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The call had no usable answer. Adyen may or may not have carried out the request. */
  | { readonly kind: 'no_answer'; readonly detail: string };

/**
 * HTTP statuses that prove that Adyen has permanently refused a request: 400 means that Adyen cannot parse the request, and 422
 * that the request fails validation (Adyen's documentation, "HTTP status codes"). Any other error status proves nothing about
 * the request, for example 401 and 403 (wrong key) or 429 (too many calls).
 */
const judged: ReadonlySet<number> = new Set([400, 422]);

/**
 * Adyen's error code for "Request already processed or in progress": an earlier call with the same idempotency key has
 * not ended.
 */
const IN_PROGRESS = '704';

/**
 * Makes one call to Adyen and says how it ended: with an answer, a refusal or no usable answer. Error texts never quote the
 * request.
 */
export async function callAdyen<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ok', answer: await call() };
  } catch (error) {
    if (error instanceof AdyenSilence) return { kind: 'no_answer', detail: `Adyen: ${error.message}` };
    if (!(error instanceof AdyenRefusal)) throw error;
    const { status, errorCode, isTransient, message } = error;
    return judged.has(status) && !isTransient && errorCode !== IN_PROGRESS
      ? { kind: 'refused', code: errorCode ?? `http_${status}`, message }
      : {
          kind: 'no_answer',
          detail: `Adyen answered ${status}${errorCode === null ? '' : ` (${errorCode})`}`,
        };
  }
}

export function detailOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): string {
  return outcome.kind === 'refused' ? `Adyen refused the request (${outcome.code})` : outcome.detail;
}
