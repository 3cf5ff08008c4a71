import { randomUUID } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };
}

export interface CallOptions {
  readonly key?: string | null;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

export const apiKey = 'test-api-key';

export const validCard = { number: '4242424242424242', exp_month: 12, exp_year: 2090, cvc: '739' };

/** Calls the processor as the gateway does. */
export class ProcessorClient {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    const key = options.key === undefined ? randomUUID() : options.key;
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${options.apiKey ?? apiKey}`,
        ...(method === 'POST' && key !== null && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
    });
    return {
      status: response.status,
      replayed: response.headers.get('Idempotent-Replayed') === 'true',
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }

  create(values: Readonly<Record<string, unknown>> = {}, options?: CallOptions): Promise<Answer> {
    return this.call('POST', '/v1/payments', paymentRequest(values), options);
  }

  confirm(paymentId: string, card: unknown = validCard, options?: CallOptions): Promise<Answer> {
    const body = card === null ? {} : { card };
    return this.call('POST', `/v1/payments/${paymentId}/confirm`, body, options);
  }

  cancel(paymentId: string, options?: CallOptions): Promise<Answer> {
    return this.call('POST', `/v1/payments/${paymentId}/cancel`, undefined, options);
  }

  payment(paymentId: string): Promise<Answer> {
    return this.call('GET', `/v1/payments/${paymentId}`);
  }

  refund(
    paymentId: string,
    amountMinor: number,
    options?: CallOptions,
    reference = 'refund-1',
  ): Promise<Answer> {
    const body = { payment_id: paymentId, amount_minor: amountMinor, currency: 'EUR', reference };
    return this.call('POST', '/v1/refunds', body, options);
  }

  trigger(paymentId: string, what: string): Promise<Answer> {
    return this.call('POST', `/control/payments/${paymentId}/trigger`, { what });
  }
}

export function paymentRequest(values: Readonly<Record<string, unknown>> = {}) {
  return {
    amount_minor: 1_999,
    currency: 'EUR',
    method: 'card',
    reference: `order-${randomUUID()}`,
    return_url: 'http://localhost:9/return?order=1&step=done',
    ...values,
  };
}

export function errorCode(answer: Answer): unknown {
  return (answer.body.error as { readonly code: string } | undefined)?.code;
}
