import type { CardOutcome } from '../../port-contracts/channel-bench.ts';
import { type Answer, refused } from './answers.ts';
import type { References } from './references.ts';

export interface Payment {
  readonly reference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly paymentMethod: string;
  pspReference: string;
  outcome: CardOutcome | null;
  isCaptured: boolean;
  /** How much was returned, in Adyen's units. */
  returned: number;
}

function bankTransferAction(totalAmount: Payment['amount']) {
  return {
    paymentMethodType: 'bankTransfer_IBAN',
    type: 'bankTransfer',
    beneficiary: 'Kassa Test Shop',
    iban: 'NL13TEST0123456789',
    bic: 'TESTNL01',
    reference: 'QFQTPCQ8',
    totalAmount,
  };
}

/** What the test environment does for a holder's name: Adyen's code and reason. */
const refusals: Readonly<Record<string, readonly [string, string]>> = {
  DECLINED: ['2', 'Refused'],
  NOT_ENOUGH_BALANCE: ['12', 'Not enough balance'],
};

export interface CardAnswer {
  readonly answer: Answer;
  /** Absent if nothing was decided. */
  readonly payment?: Payment;
  readonly refusalReason?: string;
  /** The reason code of the dispute that follows. */
  readonly chargeback?: string;
}

/**
 * The payments of an account. Sources, all in `json/CheckoutService-v72.json` unless named otherwise:
 *
 * - `POST /sessions`: its example, and `expiresAt` in `CreateCheckoutSessionRequest` (24 hours)
 * - a session on a page of Adyen's: `mode` and `url` in `CreateCheckoutSessionResponse` (Hosted Checkout)
 * - `GET /sessions/{sessionId}`: it needs the `sessionResult`, and its answer never changes
 * - `POST /payments`: the example "Successful iDEAL payment" (redirect), and `redirectToIssuerMethod` in `PaymentRequest`
 * - `POST /payments` by Pix: `src/test/resources/mocks/checkout/pixQrCodeResponse.json` in Adyen/adyen-java-api-library
 * - `POST /payments` by bank transfer: `CheckoutBankTransferAction`, and the page "Bank Transfer for API only"
 * - `POST /payments/details`: the answer names the payment
 * - `POST /payments` by card, in the test environment: the examples "Make a card payment" (card data marked by `test_`),
 *   "Successful card payment with unencrypted card details" and "Successful payment with 3D Secure redirect authentication"; the
 *   pages "Testing result codes" (the holder's name decides) and "Test a chargeback scenario" (`chargeback:10.4`)
 */
export class StandInPayments {
  /** The answers of `/payments/details`, by redirect result. */
  readonly redirectResults = new Map<string, object>();
  /** The answers of `/sessions/{sessionId}`, by session ID and session result. */
  readonly sessionResults = new Map<string, object>();
  readonly #references: References;
  readonly #payments: Payment[] = [];
  readonly #sessions = new Map<string, Payment>();

  constructor(references: References) {
    this.#references = references;
  }

  named(attemptId: string): Payment {
    const payment = this.#payments.findLast(({ reference }) => reference === attemptId);
    if (payment === undefined) throw new Error(`there is no payment ${attemptId}`);
    return payment;
  }

  find(sought: Partial<Pick<Payment, 'reference' | 'pspReference'>>): Payment | undefined {
    return this.#payments.find(
      ({ reference, pspReference }) =>
        reference === (sought.reference ?? reference) &&
        pspReference === (sought.pspReference ?? pspReference),
    );
  }

  capture(pspReference: string): void {
    const payment = this.find({ pspReference });
    if (payment !== undefined) payment.isCaptured = true;
  }

  /** Returns what Adyen's component gives to the page when the consumer has paid in a session. */
  sessionResultOf(attemptId: string, status: string): string {
    const payment = this.named(attemptId);
    const [id] = [...this.#sessions].find(([, candidate]) => candidate === payment) ?? ['none'];
    const sessionResult = `X3XtfGC9!H4s${status}`;
    const { amount, pspReference, reference } = payment;
    this.sessionResults.set(`${id} ${sessionResult}`, {
      id,
      reference,
      status,
      ...(status === 'completed' && {
        payments: [{ amount, pspReference, resultCode: 'Authorised', paymentMethod: { type: 'scheme' } }],
      }),
    });
    return sessionResult;
  }

  open(body: Readonly<Record<string, unknown>>, paymentMethod: string): Payment | Answer {
    const { amount, reference, returnUrl } = body;
    if (!amount || !reference || !returnUrl) {
      return refused(422, '130', 'Required field is not provided.', 'validation');
    }
    const payment: Payment = {
      reference: String(reference),
      amount: amount as Payment['amount'],
      paymentMethod,
      pspReference: this.#references.next(),
      outcome: null,
      isCaptured: false,
      returned: 0,
    };
    this.#payments.push(payment);
    return payment;
  }

  session(body: Readonly<Record<string, unknown>>): Answer {
    const lifeMs = new Date(String(body.expiresAt)).getTime() - Date.now();
    if (!(lifeMs > 0 && lifeMs <= 24 * 3_600_000)) {
      return refused(422, '14_030', 'The expiresAt is not within 24 hours.', 'validation');
    }
    // Adyen itself accepts a wrong country, but its component then does not start. So refuse it here.
    if (!/^[A-Z]{2}$/.test(String(body.countryCode))) {
      return refused(422, '200', "Field 'countryCode' is not valid.", 'validation');
    }
    const payment = this.open(body, 'scheme');
    if ('status' in payment) return payment;
    const id = this.#references.nextSession();
    this.#sessions.set(id, payment);
    const { amount, expiresAt, merchantAccount, mode = 'embedded', reference, returnUrl } = body;
    const page = `https://checkoutshopper-test.adyen.com/checkoutshopper/v/${id}`;
    const way = mode === 'hosted' ? { mode, url: page } : { sessionData: 'Ab02b4c0!BQABAgBfYI29...' };
    return {
      status: 201,
      body: { amount, expiresAt, id, merchantAccount, reference, returnUrl, ...way },
    };
  }

  redirect(body: Readonly<Record<string, unknown>>): Answer {
    const { type } = body.paymentMethod as { readonly type: string };
    const payment = this.open(body, type);
    if ('status' in payment) return payment;
    const { pspReference } = payment;
    switch (type) {
      case 'pix': {
        const action = {
          paymentMethodType: type,
          type: 'qrCode',
          qrCodeData: 'DMhpN90TFR2e7TzwHYRFkhw4brxm2wHBg',
        };
        return { status: 200, body: { resultCode: 'Pending', pspReference, action } };
      }
      case 'bankTransfer_IBAN': {
        const action = bankTransferAction(payment.amount);
        return { status: 200, body: { resultCode: 'Received', pspReference, action } };
      }
    }
    const action = {
      paymentMethodType: type,
      url: `https://test.adyen.com/hpp/checkout.shtml?u=${payment.reference}`,
      // If the request names no method for the redirect, Adyen chooses it by the account's settings.
      method: body.redirectToIssuerMethod ?? 'POST',
      type: 'redirect',
    };
    return { status: 200, body: { resultCode: 'RedirectShopper', action } };
  }

  /** Pays by a test card at once, as the test environment does for a server without a browser. */
  card(body: Readonly<Record<string, unknown>>): CardAnswer {
    const payment = this.open(body, 'scheme');
    if ('status' in payment) return { answer: payment };
    const { encryptedCardNumber, holderName = '' } = body.paymentMethod as Record<string, string>;
    const { pspReference, reference: merchantReference } = payment;
    const named = { pspReference, merchantReference };
    if (encryptedCardNumber === 'test_4035501428146300') {
      const url = 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect';
      const action = { paymentMethodType: 'scheme', url, method: 'GET', type: 'redirect' };
      return { answer: { status: 200, body: { resultCode: 'RedirectShopper', pspReference, action } } };
    }
    const refusal = refusals[holderName];
    payment.outcome = refusal === undefined ? 'succeeds' : 'declined';
    if (refusal !== undefined) {
      const [refusalReasonCode, refusalReason] = refusal;
      const said = { resultCode: 'Refused', refusalReason, refusalReasonCode };
      return { payment, refusalReason, answer: { status: 200, body: { ...named, ...said } } };
    }
    const [, chargeback] = /^chargeback:(.+)$/.exec(holderName) ?? [];
    const answer = { status: 200, body: { ...named, resultCode: 'Authorised' } };
    return { payment, answer, ...(chargeback && { chargeback }) };
  }

  details(body: Readonly<Record<string, unknown>>): Answer {
    const { redirectResult } = body.details as { readonly redirectResult: string };
    const known = this.redirectResults.get(redirectResult);
    return known === undefined
      ? refused(422, '101', 'Invalid redirectResult', 'validation')
      : { status: 200, body: known };
  }

  sessionResult(sessionId: string, sessionResult: string): Answer {
    const known = this.sessionResults.get(`${sessionId} ${sessionResult}`);
    return known === undefined
      ? refused(422, '14_032', 'Invalid sessionResult', 'validation')
      : { status: 200, body: known };
  }
}
