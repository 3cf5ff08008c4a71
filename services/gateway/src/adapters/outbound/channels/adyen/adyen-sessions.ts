import type { PaymentInquiry, PaymentReference } from '../../../../ports/payment-channel.ts';
import { type AdyenAmount, fromAdyenAmount } from './adyen-amounts.ts';
import { callAdyen } from './adyen-calls.ts';
import type { AdyenApis } from './adyen-package.ts';

/** The longest `sessionResult` that is sent to Adyen, in characters. Genuine ones are far shorter. */
const LONGEST_SESSION_RESULT = 8_192;

/** The part of the answer to `GET /sessions/{sessionId}` that the gateway reads. */
interface SessionAnswer {
  readonly id?: string | undefined;
  readonly reference?: string | undefined;
  readonly status?: string | undefined;
  readonly payments?:
    | readonly {
        readonly amount?: AdyenAmount | undefined;
        readonly pspReference?: string | undefined;
        readonly resultCode?: string | undefined;
      }[]
    | undefined;
}

/**
 * Asks Adyen for the result of a session ("Get the result of a payment session"). Adyen answers only if the call contains the
 * `sessionResult` that its component gave to the consumer's page. The answer shows the state at that time and never changes. If
 * the payment was still open then, only a notification reports its result.
 */
export async function askSession(
  apis: () => AdyenApis,
  { attemptId, opening, sessionResult }: PaymentReference,
): Promise<PaymentInquiry> {
  // A payment page that Adyen hosts has a session too. The ID of every session begins with CS.
  const isSession = opening.renderType === 'COMPONENT_SDK' || opening.channelReference.startsWith('CS');
  if (!isSession || !sessionResult || sessionResult.length > LONGEST_SESSION_RESULT) {
    return { kind: 'not_askable' };
  }
  const sessionId = opening.channelReference;
  const outcome = await callAdyen(() => apis().payments.getResultOfPaymentSession(sessionId, sessionResult));
  if (outcome.kind === 'no_answer') return { kind: 'unavailable', detail: outcome.detail };
  // A consumer can send any string. If Adyen refuses the string, or it belongs to another session, it proves nothing.
  if (outcome.kind === 'refused') return { kind: 'not_askable' };
  const { id, reference = attemptId, ...answer } = outcome.answer as SessionAnswer;
  return id === sessionId && reference === attemptId ? readSession(answer) : { kind: 'not_askable' };
}

function readSession({ status, payments = [] }: SessionAnswer): PaymentInquiry {
  switch (status) {
    case 'completed': {
      const [payment, another] = payments.filter(({ resultCode }) => resultCode === 'Authorised');
      const paid = payment?.amount && fromAdyenAmount(payment.amount);
      if (!paid || payment?.pspReference === undefined || another !== undefined) {
        // The notification tells the amount.
        return { kind: 'not_askable' };
      }
      return {
        kind: 'ended',
        result: { kind: 'succeeded', paid, card: null, paymentReference: payment.pspReference },
      };
    }
    case 'refused':
      return {
        kind: 'ended',
        result: {
          kind: 'failed',
          failure: {
            code: 'session_refused',
            message: 'Adyen has refused the session after too many declined payments.',
            category: 'declined',
          },
          card: null,
        },
      };
    case 'active':
    case 'canceled':
    case 'expired':
    case 'paymentPending':
      return { kind: 'not_askable' };
    default:
      return {
        kind: 'not_understood',
        detail: `Adyen names a session that is ${String(status).slice(0, 64)}`,
      };
  }
}
