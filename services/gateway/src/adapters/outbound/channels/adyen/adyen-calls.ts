import { AdyenRefusal, AdyenSilence } from './adyen-transport.ts';

/** How a call to Adyen ended. */
export type CallOutcome<Answer> =
  | { readonly kind: 'ok'; readonly answer: Answer }
  /** Adyen has judged the request and will not carry it out. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nobody knows whether the request was carried out, or Adyen did not judge it at all. */
  | { readonly kind: 'no_answer'; readonly detail: string };

/**
 * According to Adyen's documentation ("HTTP status codes"), a request that Adyen cannot parse (400) or that fails
 * its validation (422) was not carried out and never will be. A wrong key (401, 403), too many calls (429) and
 * every other status say nothing about the request itself.
 */
const judged: ReadonlySet<number> = new Set([400, 422]);

/** "Request already processed or in progress": the first call under this idempotency key has not ended. */
const IN_PROGRESS = '704';

/** Runs one call. The reported failure never contains the request. */
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
