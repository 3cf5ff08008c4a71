import { compileValidator, type Validation } from '@kassa/contracts';
import { Agent, request } from 'undici';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../../../ports/payment-channel.ts';
import {
  type ProcessorError,
  ProcessorPayment,
  ProcessorRefund,
  ProcessorRefunds,
  ProcessorRefusal,
} from './processor-messages.ts';

/** A wrong key, a time-out or too many calls say nothing about the payment: it was not judged. */
const statusesAboutUs: ReadonlySet<number> = new Set([401, 403, 408, 429]);

export type ProcessorAnswer<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly error: ProcessorError }
  /**
   * Time-out, broken connection, a server error, an answer of another form or a call not judged: whether it
   * was done is not known.
   */
  | { readonly kind: 'no_answer'; readonly detail: string };

const readPayment = compileValidator(ProcessorPayment);
const readRefund = compileValidator(ProcessorRefund);
const readRefunds = compileValidator(ProcessorRefunds);
const readRefusal = compileValidator(ProcessorRefusal);

/** Speaks the sandbox processor's HTTP interface. */
export class ProcessorClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #timeoutMs: number;
  readonly #agent = new Agent({ keepAliveTimeout: 4_000, connections: 32 });

  constructor(options: { baseUrl: string; apiKey: string; timeoutMs?: number }) {
    this.#baseUrl = options.baseUrl;
    this.#apiKey = options.apiKey;
    this.#timeoutMs = options.timeoutMs ?? CHANNEL_CALL_TIMEOUT_MS;
  }

  createPayment(
    payment: {
      amount_minor: number;
      currency: string;
      method: string;
      reference: string;
      return_url: string;
      client?: 'element' | 'component';
    },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#call(readPayment, 'POST', '/v1/payments', payment, idempotencyKey);
  }

  confirmPayment(
    paymentId: string,
    card: { number: string; exp_month: number; exp_year: number; cvc: string },
    device: { id?: string; terminal: string; user_agent: string } | null,
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorPayment>> {
    const confirmation = { card, ...(device !== null && { device }) };
    const path = `/v1/payments/${paymentId}/confirm`;
    return this.#call(readPayment, 'POST', path, confirmation, idempotencyKey);
  }

  cancelPayment(paymentId: string, idempotencyKey: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#call(readPayment, 'POST', `/v1/payments/${paymentId}/cancel`, {}, idempotencyKey);
  }

  readPayment(paymentId: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#call(readPayment, 'GET', `/v1/payments/${paymentId}`);
  }

  createRefund(
    refund: { payment_id: string; amount_minor: number; currency: string; reference: string },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorRefund>> {
    return this.#call(readRefund, 'POST', '/v1/refunds', refund, idempotencyKey);
  }

  findRefunds(reference: string): Promise<ProcessorAnswer<ProcessorRefunds>> {
    return this.#call(readRefunds, 'GET', `/v1/refunds?reference=${encodeURIComponent(reference)}`);
  }

  /** What no real processor has: making something happen to a payment. */
  trigger(paymentId: string, what: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#call(readPayment, 'POST', `/control/payments/${paymentId}/trigger`, { what });
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #call<Body>(
    read: (answer: unknown) => Validation<Body>,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    idempotencyKey?: string,
  ): Promise<ProcessorAnswer<Body>> {
    try {
      const response = await request(`${this.#baseUrl}${path}`, {
        method,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
        headers: {
          authorization: `Bearer ${this.#apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const answer = await response.body.json();
      if (response.statusCode >= 500 || statusesAboutUs.has(response.statusCode)) {
        return { kind: 'no_answer', detail: `status ${response.statusCode}` };
      }
      if (response.statusCode < 300) {
        const reading = read(answer);
        if (reading.kind === 'valid') return { kind: 'ok', body: reading.value };
      } else {
        const reading = readRefusal(answer);
        const httpStatus = response.statusCode;
        if (reading.kind === 'valid') return { kind: 'refused', httpStatus, error: reading.value.error };
      }
      return { kind: 'no_answer', detail: `status ${response.statusCode} with an answer of another form` };
    } catch (error) {
      // The message names the fault, never the request: a request can carry a card.
      return { kind: 'no_answer', detail: error instanceof Error ? error.name : 'unknown fault' };
    }
  }
}
