import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import type { CardOutcome } from '../port-contracts/channel-bench.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { type Answer, type Disturbance, drip, refused, send } from './stand-in/answers.ts';
import { type Item, rawCallback, StandInNotifications } from './stand-in/notifications.ts';
import { StandInPayments } from './stand-in/payments.ts';
import { References } from './stand-in/references.ts';
import { StandInRefunds } from './stand-in/refunds.ts';

export type { Item } from './stand-in/notifications.ts';

export interface Call {
  readonly call: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The types of Adyen's methods that the gateway can serve. */
export const everyAdyenMethod = [
  'scheme',
  'ideal',
  'klarna',
  'mobilepay',
  'twint',
  'vipps',
  'pix',
  'bankTransfer_IBAN',
  'bcmc',
  'blik',
  'applepay',
  'googlepay',
];

const laterDisputeEvents = /^(CHARGEBACK_REVERSED|SECOND_CHARGEBACK|PREARBITRATION_|SCHEME_ARBITRATION)/;

/**
 * Stands in for Adyen over real HTTP, with the calls that the gateway makes. Each behaviour comes from a document of Adyen's.
 * The files in `stand-in/` name theirs. The behaviours here come from:
 *
 * - delivery of webhooks: the page "Webhooks" (a POST for each batch, answered by `[accepted]`). Adyen delivers them later;
 *   here they are delivered before the call is answered, so that tests need not wait
 * - disputes, with the payment's reference and without: the examples of CHARGEBACK and CHARGEBACK_REVERSED in
 *   `json/Webhooks-v1.json`, and the page "Dispute webhooks"
 * - the account's methods: `POST /paymentMethods` in `json/CheckoutService-v72.json`
 * - settings of the webhook: `GET /merchants/{merchantId}/webhooks` in `json/ManagementService-v3.json`
 * - repeated requests: the page "API idempotency"
 * - reports: `adyen-report.ts`. For a report that does not exist, Adyen answers 403 according to its page "How do I download
 *   reports from the Customer Area?", and 404 according to programs of its users (Yoast/singer-tap-adyen, Airbyte's connector).
 *   The same page names 401 for wrong credentials. What Adyen answers a user who may not download reports is not documented;
 *   here it is 403
 */
export class StandInAdyen {
  readonly apiKey = 'AQEthisIsTheKeyOfTheTests1234';
  readonly merchantAccount = 'KassaTestECOM';
  readonly hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  readonly reportLogin = 'report@Company.Kassa:password-of-reports';
  readonly calls: Call[] = [];
  /** The reports by day. A day is written as in the file's name: `2026_11_21`. */
  readonly reports = new Map<string, string>();
  /** How Adyen answers a request for a report that does not exist. */
  missingReportStatus: 403 | 404 = 403;
  /** Whether the report user may download the reports of the account. */
  mayDownloadReports = true;
  /** The payment methods that the account has, as Adyen calls them. */
  accountMethods: readonly string[] = everyAdyenMethod;
  /**
   * Methods that Adyen names only if the call has this country and currency. Adyen's page of a method says which ones to send
   * "so that" the method "is included in the response"; its API description says only that they filter the methods.
   */
  localMethods: Readonly<Record<string, { readonly countryCode: string; readonly currency: string }>> = {};
  /** The brands of cards that the account takes, as Adyen calls them; null if Adyen does not name them. */
  cardBrands: readonly string[] | null = null;
  /** The properties of the account's webhook in the Management API; null if the API key may not read them. */
  webhookProperties: Readonly<Record<string, boolean>> | null = null;
  /** Whether payments stay uncaptured after their authorisation. */
  holdsCaptures = false;
  /** Whether payments are captured only after a refund of them was refused. */
  capturesLate = false;
  /** Where webhooks are delivered; null if tests read `items` instead. */
  webhookUrl: string | null = null;
  /** Whether the account has switched on that all events of a dispute have its reference and the payment's. */
  namesDisputedPayments = false;
  readonly #references = new References();
  readonly #notifications = new StandInNotifications(this.merchantAccount, this.#references);
  readonly #payments = new StandInPayments(this.#references);
  readonly #refunds = new StandInRefunds({
    merchantAccount: this.merchantAccount,
    payments: this.#payments,
    references: this.#references,
    happened: (eventCode, merchantReference, said) => this.happened(eventCode, merchantReference, said),
  });
  readonly #answers = new Map<string, Answer>();
  #server!: LoopbackServer;
  #delivered = 0;
  #disturbances: Disturbance[] = [];

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

  get items(): readonly Item[] {
    return this.#notifications.items;
  }

  get redirectResults(): Map<string, object> {
    return this.#payments.redirectResults;
  }

  get sessionResults(): Map<string, object> {
    return this.#payments.sessionResults;
  }

  get unsigned(): readonly string[] {
    return this.#notifications.unsigned;
  }

  set unsigned(eventCodes: readonly string[]) {
    this.#notifications.unsigned = eventCodes;
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  disturbNext(...disturbances: readonly Disturbance[]): void {
    this.#disturbances = [...disturbances];
  }

  /** Pays an attempt, as Adyen's component does in the consumer's browser. */
  pay(attemptId: string, outcome: CardOutcome): void {
    const payment = this.#payments.named(attemptId);
    payment.outcome = outcome;
    payment.isCaptured = outcome !== 'declined' && !this.holdsCaptures;
    payment.pspReference = this.#references.next();
    this.happened('AUTHORISATION', payment.reference, {
      pspReference: payment.pspReference,
      ...(outcome === 'declined' && { success: 'false', reason: 'Refused' }),
      additionalData: { cardSummary: '4242', expiryDate: '12/2090', paymentMethodVariant: 'visa' },
    });
  }

  /** Captures a payment that was held. */
  capture(attemptId: string): void {
    this.#payments.named(attemptId).isCaptured = true;
  }

  /** Returns what Adyen's component gives to the page when the consumer has paid in a session. */
  sessionResultOf(attemptId: string, status = 'completed'): string {
    return this.#payments.sessionResultOf(attemptId, status);
  }

  /** Somebody refunds a payment in the Customer Area. */
  refundByHand(attemptId: string, value: number): Item {
    return this.#refunds.byHand(attemptId, value);
  }

  /**
   * An event of a dispute over a payment, as the account's setting has it: by default, events from CHARGEBACK_REVERSED on have a
   * reference of their own and do not name the payment's.
   */
  disputed(eventCode: string, attemptId: string, said: Partial<Item> & { readonly dispute: string }): Item {
    const { dispute, ...others } = said;
    const originalReference = this.pspReferenceOf(attemptId);
    const isNamed = this.namesDisputedPayments || !laterDisputeEvents.test(eventCode);
    const named = isNamed ? { pspReference: dispute, originalReference } : {};
    return this.happened(eventCode, attemptId, { ...named, ...others });
  }

  /** Returns a notification about a payment or refund. The given members replace the usual ones. */
  happened(eventCode: string, merchantReference: string, said: Partial<Item> = {}): Item {
    const payment = this.#payments.find({ reference: merchantReference });
    const known = payment && { amount: payment.amount };
    return this.#notifications.add(eventCode, merchantReference, { ...known, ...said });
  }

  /** Returns items as one batch, each signed; to leave a signature out, see `unsigned`. */
  batch(...items: readonly Item[]): RawCallback {
    return this.signedWith(this.hmacKey, ...items);
  }

  signedWith(key: string, ...items: readonly Item[]): RawCallback {
    return this.#notifications.signedWith(key, items);
  }

  raw(text: string): RawCallback {
    return rawCallback(text);
  }

  pspReferenceOf(attemptId: string): string {
    return this.#payments.named(attemptId).pspReference;
  }

  /** Returns how much of a payment was returned, in Adyen's units. */
  returned(attemptId: string): number {
    return this.#payments.named(attemptId).returned;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://adyen.invalid');
    if (url.pathname.startsWith('/reports/')) return this.#sendReport(url.pathname, request, response);
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
      case 'answer': {
        const { status, error: body = {}, isTransient } = disturbance;
        return send(response, { status, body }, isTransient);
      }
    }
    if (request.headers['x-api-key'] !== this.apiKey) {
      return send(response, refused(401, '000', 'HTTP Status Response - Unauthorized', 'security'));
    }
    const known = key === undefined ? undefined : this.#answers.get(key);
    const answer = known ?? this.#answer(`${request.method} ${url.pathname}`, body, url.searchParams);
    if (key !== undefined && answer.status < 500) this.#answers.set(key, answer);
    await this.#deliver();
    if (disturbance?.kind === 'lose_answer') return void request.socket.destroy();
    send(response, answer);
  }

  /** Delivers what has happened since the last call, each event in a batch of its own. */
  async #deliver(): Promise<void> {
    const waiting = this.items.slice(this.#delivered);
    this.#delivered = this.items.length;
    if (this.webhookUrl === null) return;
    for (const item of waiting) {
      const { headers, body } = this.batch(item);
      await fetch(this.webhookUrl, {
        method: 'POST',
        headers: { ...(headers as object) },
        body: body.toString(),
      });
    }
  }

  #answer(call: string, body: Record<string, unknown>, query: URLSearchParams): Answer {
    const [, pspReference, modification] =
      /^POST \/v72\/payments\/(\w+)\/(refunds|reversals)$/.exec(call) ?? [];
    if (call === 'POST /v72/payments/details') return this.#payments.details(body);
    const [, sessionId] = /^GET \/v72\/sessions\/(\w+)$/.exec(call) ?? [];
    if (call === `GET /v3/merchants/${this.merchantAccount}/webhooks`) return this.#webhooks();
    if (sessionId !== undefined) {
      return this.#payments.sessionResult(sessionId, query.get('sessionResult') ?? '');
    }
    if (body.merchantAccount !== this.merchantAccount) {
      return refused(403, '901', 'Invalid Merchant Account', 'security');
    }
    if (pspReference !== undefined) {
      if (modification === 'reversals') return this.#refunds.reverse(pspReference, body);
      const answer = this.#refunds.refund(pspReference, body);
      if (this.capturesLate) this.#payments.capture(pspReference);
      return answer;
    }
    switch (call) {
      case 'POST /v72/paymentMethods':
        return {
          status: 200,
          body: {
            paymentMethods: this.accountMethods
              .filter((type) => this.#isNamed(type, body))
              .map((type) => ({
                ...{ name: type, type },
                ...(type === 'scheme' && this.cardBrands && { brands: this.cardBrands }),
              })),
          },
        };
      case 'POST /v72/sessions':
        return this.#payments.session(body);
      case 'POST /v72/payments':
        return this.#pay(body);
      default:
        return refused(404, '000', 'Not Found', 'validation');
    }
  }

  #isNamed(type: string, { countryCode, amount }: Record<string, unknown>): boolean {
    const local = this.localMethods[type];
    const { currency } = (amount ?? {}) as { readonly currency?: string };
    return local === undefined || (local.countryCode === countryCode && local.currency === currency);
  }

  #pay(body: Record<string, unknown>): Answer {
    const { type } = body.paymentMethod as { readonly type: string };
    if (type !== 'scheme') return this.#payments.redirect(body);
    const { answer, payment, refusalReason, chargeback } = this.#payments.card(body);
    if (payment === undefined) return answer;
    const { pspReference, reference } = payment;
    payment.isCaptured = refusalReason === undefined && !this.holdsCaptures && !this.capturesLate;
    this.happened('AUTHORISATION', reference, {
      pspReference,
      ...(refusalReason !== undefined && { success: 'false', reason: refusalReason }),
    });
    if (chargeback !== undefined) {
      const defensePeriodEndsAt = '2026-12-21T10:00:00+01:00';
      const additionalData = { chargebackReasonCode: chargeback, chargebackSchemeCode: 'visa' };
      this.disputed('CHARGEBACK', reference, {
        dispute: this.#references.next(),
        additionalData: {
          ...additionalData,
          disputeStatus: 'Undefended',
          defendable: 'true',
          defensePeriodEndsAt,
        },
      });
    }
    return answer;
  }

  #webhooks(): Answer {
    const properties = this.webhookProperties;
    if (properties === null) return refused(403, '00_403', 'Not the right permission', 'security');
    const webhook = { type: 'standard', active: true, additionalSettings: { properties } };
    const unused = { ...webhook, active: false, additionalSettings: { properties: {} } };
    return { status: 200, body: { itemsTotal: 2, pagesTotal: 1, data: [webhook, unused] } };
  }

  #sendReport(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
    if (headers.authorization !== `Basic ${Buffer.from(this.reportLogin).toString('base64')}`) {
      send(response, { status: 401, body: {} });
      return;
    }
    const [, account, day = ''] =
      /^\/reports\/download\/MerchantAccount\/([^/]+)\/payments_accounting_report_(\d{4}_\d\d_\d\d)\.csv$/.exec(
        path,
      ) ?? [];
    if (account !== this.merchantAccount || !this.mayDownloadReports) {
      send(response, { status: 403, body: {} });
      return;
    }
    const csv = this.reports.get(day);
    const status = csv === undefined ? this.missingReportStatus : 200;
    response.writeHead(status, { 'content-type': 'text/csv' });
    response.end(csv ?? '');
  }
}
