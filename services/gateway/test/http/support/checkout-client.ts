import {
  CheckoutOrder,
  checkoutErrorNames,
  compileValidator,
  InitCheckoutResult,
  PaymentMethodsResult,
  PaymentStatus,
  SESSION_HEADER,
  SubmitPaymentResult,
} from '@kassa/contracts';
import { expect } from 'vitest';
import { type EnvelopeAnswer, openEnvelope } from './envelope-answer.ts';
import { type HttpAnswer, send } from './http-call.ts';
import { read } from './read-message.ts';

const readOrder = compileValidator(CheckoutOrder);
const readMethods = compileValidator(PaymentMethodsResult);
const readInit = compileValidator(InitCheckoutResult);
const readSubmit = compileValidator(SubmitPaymentResult);
const readStatus = compileValidator(PaymentStatus);

export function cardOf(number: string) {
  return { number, expMonth: 12, expYear: 2090, cvc: '737' };
}

/** Opens an answer of the Checkout API, and checks that an error is among those that the contracts list for this API. */
function openCheckoutEnvelope(answer: HttpAnswer): EnvelopeAnswer {
  const opened = openEnvelope(answer);
  if (opened.error) expect(checkoutErrorNames).toContain(opened.msg);
  return opened;
}

/** A consumer's page at one order. */
export class CheckoutClient {
  readonly orderId: string;
  readonly session: string;
  readonly #baseUrl: string;

  constructor(options: { orderId: string; session: string; baseUrl: string }) {
    this.orderId = options.orderId;
    this.session = options.session;
    this.#baseUrl = options.baseUrl;
  }

  async get(target: string, headers: Readonly<Record<string, string>> = {}): Promise<EnvelopeAnswer> {
    return openCheckoutEnvelope(
      await send(this.#baseUrl, {
        method: 'GET',
        target,
        headers: { [SESSION_HEADER]: this.session, ...headers },
      }),
    );
  }

  async post(target: string, body: unknown): Promise<EnvelopeAnswer> {
    return openCheckoutEnvelope(
      await send(this.#baseUrl, {
        method: 'POST',
        target,
        headers: { [SESSION_HEADER]: this.session, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async order() {
    return read(readOrder, await this.get(`/api/web/checkout/order?orderId=${this.orderId}`));
  }

  async methods() {
    return read(readMethods, await this.get(`/api/web/checkout/payment-methods?orderId=${this.orderId}`));
  }

  init(paymentMethodCode: string, returnUrl?: string): Promise<EnvelopeAnswer> {
    return this.post('/api/web/checkout/init', {
      orderId: this.orderId,
      paymentMethodCode,
      ...(returnUrl !== undefined && { returnUrl }),
    });
  }

  submit(card?: unknown, transactionId?: string): Promise<EnvelopeAnswer> {
    return this.post('/api/web/payment/submit', {
      orderId: this.orderId,
      ...(transactionId !== undefined && { transactionId }),
      terminal: { type: 'PC', userAgent: 'a test' },
      ...(card !== undefined && { card }),
    });
  }

  cancel(transactionId: string): Promise<EnvelopeAnswer> {
    return this.post('/api/web/payment/cancel', { orderId: this.orderId, transactionId });
  }

  async cancelled(transactionId: string) {
    return read(readStatus, await this.cancel(transactionId));
  }

  async initialised(paymentMethodCode: string, returnUrl?: string) {
    return read(readInit, await this.init(paymentMethodCode, returnUrl));
  }

  async submitted(card?: unknown) {
    return read(readSubmit, await this.submit(card));
  }

  async status(waitSeconds = 0) {
    return read(
      readStatus,
      await this.get(`/api/web/payment/status?orderId=${this.orderId}&wait=${waitSeconds}`),
    );
  }

  /** Waits until the order is neither INIT nor PAYING any more, and returns its status. */
  async result() {
    for (;;) {
      const status = await this.status(20);
      if (status.state !== 'INIT' && status.state !== 'PAYING') return status;
    }
  }

  /** Opens an attempt with the page's own card form and submits a card. Returns the answer to the submission. */
  async payByCard(number: string) {
    await this.initialised('card');
    return this.submitted(cardOf(number));
  }
}
