import { AdyenRefusal, AdyenSilence } from './adyen-transport.ts';

/** How a call to Adyen ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Adyen has refused the request and will not carry it out. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** It is unknown whether Adyen has carried out the request, or Adyen has not examined the request at all. */
  | { readonly kind: 'no_answer'; readonly detail: string };

/**
 * HTTP statuses that prove that Adyen did not carry out a request and never will: Adyen cannot parse it (400), or it
 * fails Adyen's validation (422), according to Adyen's documentation ("HTTP status codes"). A wrong key (401, 403), too
 * many calls (429) and any other status prove nothing about the request.
 */
const judged: ReadonlySet<number> = new Set([400, 422]);

/**
 * Adyen's error code for "Request already processed or in progress": an earlier call with the same idempotency key has
 * not ended.
 */
const IN_PROGRESS = '704';

/** Makes one call to Adyen and sorts its outcome. The reported failure never contains the request. */
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
  return outcome.kind === 'refused' ? `Adyen refused it (${outcome.code})` : outcome.detail;
}
