import type { IncomingMessage, ServerResponse } from 'node:http';
import { newHmacValidator } from '../../src/adapters/outbound/channels/adyen/adyen-package.ts';
import type { RawCallback } from '../../src/ports/payment-channel.ts';
import type { CardOutcome } from '../port-contracts/channel-bench.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

interface Payment {
  readonly reference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly paymentMethod: string;
  pspReference: string;
  outcome: CardOutcome | null;
  isCaptured: boolean;
}

/** An item of a notification, as Adyen describes its webhooks ("Notification webhooks", version 1). */
export interface Item {
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly eventDate: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly originalReference?: string;
  readonly paymentMethod: string;
  readonly pspReference: string;
  readonly reason: string;
  readonly success: 'true' | 'false';
  readonly additionalData?: Readonly<Record<string, string>>;
}

/** What happens to the next call instead of a normal answer. */
export type Disturbance =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly error?: object;
      readonly isTransient?: boolean;
    }
  | { readonly kind: 'break' }
  /** The answer begins, and does not end. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'text'; readonly text: string }
  /** It is done, and the answer is lost. */
  | { readonly kind: 'lose_answer' };

export interface Call {
  readonly call: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answer = { readonly status: number; readonly body: object };

const signer = newHmacValidator();

const laterDisputeEvents = /^(CHARGEBACK_REVERSED|SECOND_CHARGEBACK|PREARBITRATION_|SCHEME_ARBITRATION)/;

/**
 * Stands in for Adyen over real HTTP, with the calls that the gateway makes. Each behaviour comes from a document of Adyen's:
 *
 * - messages: `json/CheckoutService-v72.json` and `json/Webhooks-v1.json` in Adyen/adyen-openapi, whose examples are followed
 *   without the members that do not matter here
 * - result of a session: `GET /sessions/{sessionId}` there, which needs the `sessionResult` and never changes
 * - reversal, CANCEL_OR_REFUND: documentation, "Reversal" and `POST /payments/{paymentPspReference}/reversals`
 * - a refund before the capture: the example of REFUND, "Transaction hasn't been captured, refund not possible"
 * - REFUND_FAILED after REFUND: documentation, "Refund", "Refund failed"
 * - disputes, with the payment's reference and without: the examples of CHARGEBACK and CHARGEBACK_REVERSED, and the page
 *   "Dispute webhooks" of the documentation
 * - reports: see `adyen-report.ts`
 * - settings of the webhook: `json/ManagementService-v3.json` there, `GET /merchants/{merchantId}/webhooks`
 * - repeated requests: documentation, "API idempotency"
 */
export class StandInAdyen {
  readonly apiKey = 'AQEthisIsTheKeyOfTheTests1234';
  readonly merchantAccount = 'KassaTestECOM';
  readonly hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  readonly reportLogin = 'report@Company.Kassa:password-of-reports';
  readonly calls: Call[] = [];
  readonly items: Item[] = [];
  /** The reports by day. A day is written as in the file's name: `2026_11_21`. */
  readonly reports = new Map<string, string>();
  /** The answers of `/payments/details`, by redirect result. */
  readonly redirectResults = new Map<string, object>();
  /** The answers of `/sessions/{sessionId}`, by session ID and session result. */
  readonly sessionResults = new Map<string, object>();
  /** The payment methods that the account has, as Adyen calls them. */
  accountMethods: readonly string[] = ['scheme', 'ideal', 'klarna', 'mobilepay', 'twint', 'vipps'];
  /** The properties of the account's webhook in the Management API; null if the API key may not read them. */
  webhookProperties: Readonly<Record<string, boolean>> | null = null;
  /** Whether payments stay uncaptured after their authorisation. */
  holdsCaptures = false;
  #server!: LoopbackServer;
  readonly #payments: Payment[] = [];
  readonly #sessions = new Map<string, Payment>();
  readonly #returned = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();
  #disturbances: Disturbance[] = [];
  #numbered = 0;

  static async start(): Promise<StandInAdyen> {
    const standIn = new StandInAdyen();
    standIn.#server = await LoopbackServer.start(
      (request, response) => void standIn.#serve(request, response),
    );
    return standIn;
  }

  get url(): string {
    return this.#server.url;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  disturbNext(...disturbances: readonly Disturbance[]): void {
    this.#disturbances = [...disturbances];
  }

  /** Pays an attempt, as Adyen's component does in the consumer's browser. */
  pay(attemptId: string, outcome: CardOutcome): void {
    const payment = this.#payment(attemptId);
    payment.outcome = outcome;
    payment.isCaptured = outcome !== 'declined' && !this.holdsCaptures;
    payment.pspReference = this.#newReference();
    this.happened('AUTHORISATION', payment.reference, {
      pspReference: payment.pspReference,
      ...(outcome === 'declined' && { success: 'false', reason: 'Refused' }),
      additionalData: { cardSummary: '4242', expiryDate: '12/2090', paymentMethodVariant: 'visa' },
    });
  }

  /** Returns what Adyen's component gives to the page when the consumer has paid in a session. */
  sessionResultOf(attemptId: string, status = 'completed'): string {
    const payment = this.#payment(attemptId);
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

  /** Somebody refunds a payment in the Customer Area: the refund has the payment's merchant reference. */
  refundByHand(attemptId: string, value: number): Item {
    const payment = this.#payment(attemptId);
    this.#returned.set(payment.pspReference, this.returned(attemptId) + value);
    return this.happened('REFUND', attemptId, {
      amount: { ...payment.amount, value },
      originalReference: payment.pspReference,
    });
  }

  /**
   * An event of a dispute over a payment, as the account's setting has it: by default, events from CHARGEBACK_REVERSED on have a
   * reference of their own and do not name the payment's.
   */
  disputed(eventCode: string, attemptId: string, said: Partial<Item> & { readonly dispute: string }): Item {
    const { dispute, ...others } = said;
    const { pspReference: originalReference } = this.#payment(attemptId);
    const isNamed = this.namesDisputedPayments || !laterDisputeEvents.test(eventCode);
    const named = isNamed ? { pspReference: dispute, originalReference } : {};
    return this.happened(eventCode, attemptId, { ...named, ...others });
  }

  /** Whether the account has switched on that all events of a dispute have its reference and the payment's. */
  namesDisputedPayments = false;

  /** Returns a notification about a payment or refund. The given members replace the usual ones. */
  happened(eventCode: string, merchantReference: string, said: Partial<Item> = {}): Item {
    const payment = this.#payments.find(({ reference }) => reference === merchantReference);
    const item: Item = {
      amount: payment?.amount ?? { value: 1_999, currency: 'EUR' },
      eventCode,
      eventDate: '2026-11-21T10:00:00+01:00',
      merchantAccountCode: this.merchantAccount,
      merchantReference,
      paymentMethod: 'visa',
      pspReference: this.#newReference(),
      reason: '',
      success: 'true',
      ...said,
    };
    this.items.push(item);
    return item;
  }

  /**
   * Returns items as one batch, each signed by Adyen's own package. The published example of REPORT_AVAILABLE is signed too; to
   * leave its signature out, see `unsigned`.
   */
  batch(...items: readonly Item[]): RawCallback {
    return this.signedWith(this.hmacKey, ...items);
  }

  /** The codes of events that are sent without a signature. Accounts have seen REPORT_AVAILABLE with and without one. */
  unsigned: readonly string[] = ['REPORT_AVAILABLE'];

  signedWith(key: string, ...items: readonly Item[]): RawCallback {
    const notificationItems = items.map((item) => {
      if (this.unsigned.includes(item.eventCode)) return { NotificationRequestItem: item };
      const hmacSignature = signer.calculateHmac(item as never, key);
      return {
        NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, hmacSignature } },
      };
    });
    return this.raw(JSON.stringify({ live: 'false', notificationItems }));
  }

  raw(text: string): RawCallback {
    return { headers: {}, body: Buffer.from(text), receivedAt: new Date() };
  }

  pspReferenceOf(attemptId: string): string {
    return this.#payment(attemptId).pspReference;
  }

  /** Returns how much of a payment was returned, in Adyen's units. */
  returned(attemptId: string): number {
    return this.#returned.get(this.pspReferenceOf(attemptId)) ?? 0;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://adyen.invalid');
    if (url.pathname.startsWith('/reports/')) {
      this.#sendReport(url.pathname, request, response);
      return;
    }
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const key = request.headers['idempotency-key'] as string | undefined;
    this.calls.push({ call: `${request.method} ${url.pathname}`, key, body });
    const disturbance = this.#disturbances.shift();
    switch (disturbance?.kind) {
      case 'break':
        return void request.socket.destroy();
      case 'stall':
        return drip(response);
      case 'text':
        return void response.end(disturbance.text);
      case 'answer':
        return send(response, disturbance.status, disturbance.error ?? {}, disturbance.isTransient);
    }
    if (request.headers['x-api-key'] !== this.apiKey) {
      return send(response, 401, serviceError(401, '000', 'HTTP Status Response - Unauthorized', 'security'));
    }
    const known = key === undefined ? undefined : this.#answers.get(key);
    const answer = known ?? this.#answer(`${request.method} ${url.pathname}`, body, url.searchParams);
    if (key !== undefined && answer.status < 500) this.#answers.set(key, answer);
    if (disturbance?.kind === 'lose_answer') return void request.socket.destroy();
    send(response, answer.status, answer.body);
  }

  #answer(call: string, body: Record<string, unknown>, query: URLSearchParams): Answer {
    const [, pspReference, modification] =
      /^POST \/v72\/payments\/(\w+)\/(refunds|reversals)$/.exec(call) ?? [];
    if (call === 'POST /v72/payments/details') return this.#details(body);
    const [, sessionId] = /^GET \/v72\/sessions\/(\w+)$/.exec(call) ?? [];
    if (call === `GET /v3/merchants/${this.merchantAccount}/webhooks`) return this.#webhooks();
    if (sessionId !== undefined) return this.#sessionResult(sessionId, query.get('sessionResult') ?? '');
    if (body.merchantAccount !== this.merchantAccount) {
      return refused(403, '901', 'Invalid Merchant Account', 'security');
    }
    if (pspReference !== undefined) {
      return modification === 'refunds'
        ? this.#refund(pspReference, body)
        : this.#reverse(pspReference, body);
    }
    switch (call) {
      case 'POST /v72/paymentMethods':
        return {
          status: 200,
          body: { paymentMethods: this.accountMethods.map((type) => ({ name: type, type })) },
        };
      case 'POST /v72/sessions':
        return this.#session(body);
      case 'POST /v72/payments':
        return this.#redirect(body);
      default:
        return refused(404, '000', 'Not Found', 'validation');
    }
  }

  #opened(body: Record<string, unknown>, paymentMethod: string): Payment | Answer {
    const { amount, reference, returnUrl } = body;
    if (!amount || !reference || !returnUrl) {
      return refused(422, '130', 'Required field is not provided.', 'validation');
    }
    const payment: Payment = {
      reference: String(reference),
      amount: amount as Payment['amount'],
      paymentMethod,
      pspReference: this.#newReference(),
      outcome: null,
      isCaptured: false,
    };
    this.#payments.push(payment);
    return payment;
  }

  #session(body: Record<string, unknown>): Answer {
    const lifeMs = new Date(String(body.expiresAt)).getTime() - Date.now();
    if (!(lifeMs > 0 && lifeMs <= 24 * 3_600_000)) {
      return refused(422, '14_030', 'The expiresAt is not within 24 hours.', 'validation');
    }
    // Adyen itself accepts a wrong country, but its component then does not start. So refuse it here.
    if (!/^[A-Z]{2}$/.test(String(body.countryCode))) {
      return refused(422, '200', "Field 'countryCode' is not valid.", 'validation');
    }
    const payment = this.#opened(body, 'scheme');
    if ('status' in payment) return payment;
    this.#numbered += 1;
    const id = `CS${String(this.#numbered).padStart(16, '0')}`;
    this.#sessions.set(id, payment);
    const { amount, expiresAt, merchantAccount, reference, returnUrl } = body;
    const sessionData = 'Ab02b4c0!BQABAgBfYI29...';
    return {
      status: 201,
      body: { amount, expiresAt, id, merchantAccount, reference, returnUrl, sessionData },
    };
  }

  #redirect(body: Record<string, unknown>): Answer {
    const { type } = body.paymentMethod as { readonly type: string };
    const payment = this.#opened(body, type);
    if ('status' in payment) return payment;
    const action = {
      paymentMethodType: type,
      url: `https://test.adyen.com/hpp/checkout.shtml?u=${payment.reference}`,
      // If the request names no method for the redirect, Adyen chooses it by the account's settings.
      method: body.redirectToIssuerMethod ?? 'POST',
      type: 'redirect',
    };
    return { status: 200, body: { resultCode: 'RedirectShopper', action } };
  }

  #details(body: Record<string, unknown>): Answer {
    const { redirectResult } = body.details as { readonly redirectResult: string };
    const known = this.redirectResults.get(redirectResult);
    return known === undefined
      ? refused(422, '101', 'Invalid redirectResult', 'validation')
      : { status: 200, body: known };
  }

  #webhooks(): Answer {
    const properties = this.webhookProperties;
    if (properties === null) return refused(403, '00_403', 'Not the right permission', 'security');
    const webhook = { type: 'standard', active: true, additionalSettings: { properties } };
    const unused = { ...webhook, active: false, additionalSettings: { properties: {} } };
    return { status: 200, body: { itemsTotal: 2, pagesTotal: 1, data: [webhook, unused] } };
  }

  #sessionResult(sessionId: string, sessionResult: string): Answer {
    const known = this.sessionResults.get(`${sessionId} ${sessionResult}`);
    return known === undefined
      ? refused(422, '14_032', 'Invalid sessionResult', 'validation')
      : { status: 200, body: known };
  }

  #refund(pspReference: string, body: Record<string, unknown>): Answer {
    const payment = this.#payments.find((candidate) => candidate.pspReference === pspReference);
    if (payment === undefined) return refused(422, '167', 'Original pspReference required', 'validation');
    const { amount, reference } = body as { amount: Payment['amount']; reference: string };
    const returned = this.#returned.get(pspReference) ?? 0;
    const isTooMuch = returned + amount.value > payment.amount.value;
    const reason = isTooMuch
      ? 'Insufficient balance on payment'
      : "Transaction hasn't been captured, refund not possible";
    const isRefused = isTooMuch || !payment.isCaptured;
    const refundReference = this.#newReference();
    const about = { amount, originalReference: pspReference, pspReference: refundReference };
    this.happened('REFUND', reference, { ...about, ...(isRefused && { success: 'false', reason }) });
    if (!isRefused) this.#settle(payment, reference, about);
    return received(this.merchantAccount, { pspReference, reference, refundReference, amount });
  }

  /** Returns a whole payment: cancels it before its capture, or refunds it. */
  #reverse(pspReference: string, body: Record<string, unknown>): Answer {
    const payment = this.#payments.find((candidate) => candidate.pspReference === pspReference);
    if (payment === undefined) return refused(422, '167', 'Original pspReference required', 'validation');
    const { reference } = body as { reference: string };
    const { amount, isCaptured } = payment;
    const isPossible = (this.#returned.get(pspReference) ?? 0) === 0;
    const refundReference = this.#newReference();
    const about = { amount, originalReference: pspReference, pspReference: refundReference };
    this.happened('CANCEL_OR_REFUND', reference, {
      ...about,
      additionalData: { 'modification.action': isCaptured ? 'refund' : 'cancel' },
      ...(!isPossible && { success: 'false', reason: 'Insufficient balance on payment' }),
    });
    if (isPossible) this.#settle(payment, reference, about);
    return received(this.merchantAccount, { pspReference, reference, refundReference });
  }

  /** Makes a refund that was accepted. If the card scheme then rejects it, Adyen tells so after it has told the success. */
  #settle(
    { pspReference, outcome }: Payment,
    reference: string,
    about: Pick<Item, 'amount' | 'originalReference' | 'pspReference'>,
  ): void {
    if (outcome === 'refundFails') {
      this.happened('REFUND_FAILED', reference, { ...about, reason: 'Refund Failed' });
      return;
    }
    this.#returned.set(pspReference, (this.#returned.get(pspReference) ?? 0) + about.amount.value);
  }

  #sendReport(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
    if (headers.authorization !== `Basic ${Buffer.from(this.reportLogin).toString('base64')}`) {
      send(response, 401, {});
      return;
    }
    const [, account, day = ''] =
      /^\/reports\/download\/MerchantAccount\/([^/]+)\/payments_accounting_report_(\d{4}_\d\d_\d\d)\.csv$/.exec(
        path,
      ) ?? [];
    const csv = account === this.merchantAccount ? this.reports.get(day) : undefined;
    response.writeHead(csv === undefined ? 404 : 200, { 'content-type': 'text/csv' });
    response.end(csv ?? '');
  }

  #payment(attemptId: string): Payment {
    const payment = this.#payments.findLast(({ reference }) => reference === attemptId);
    if (payment === undefined) throw new Error(`there is no payment ${attemptId}`);
    return payment;
  }

  /** 16 characters, as Adyen's are. */
  #newReference(): string {
    this.#numbered += 1;
    return `QFQT${this.#numbered.toString(36).toUpperCase().padStart(12, '0')}`;
  }
}

function refused(status: number, errorCode: string, message: string, errorType: string): Answer {
  return { status, body: serviceError(status, errorCode, message, errorType) };
}

function received(
  merchantAccount: string,
  {
    pspReference,
    refundReference,
    ...others
  }: {
    readonly pspReference: string;
    readonly refundReference: string;
    readonly reference: string;
    readonly amount?: object;
  },
): Answer {
  return {
    status: 201,
    body: {
      merchantAccount,
      paymentPspReference: pspReference,
      pspReference: refundReference,
      status: 'received',
      ...others,
    },
  };
}

function serviceError(status: number, errorCode: string, message: string, errorType: string): object {
  return { status, errorCode, message, errorType };
}

/** Sends a byte now and then and never ends the answer, so the connection stays alive. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}

function send(response: ServerResponse, status: number, body: object, isTransient = false): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(isTransient && { 'transient-error': 'true' }),
  });
  response.end(JSON.stringify(body));
}
