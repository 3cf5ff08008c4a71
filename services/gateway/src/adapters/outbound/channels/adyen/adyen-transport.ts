import type clientInterface from '@adyen/api-library/lib/src/httpClient/clientInterface.js';

type HttpClient = clientInterface.default;
type Request = Parameters<HttpClient['request']>;

/** Adyen answered, and not with success. */
export class AdyenRefusal extends Error {
  override readonly name = 'AdyenRefusal';
  readonly status: number;
  /** Adyen's own code; null where it gave none. */
  readonly errorCode: string | null;
  /** Adyen says itself that the same call can be made again. */
  readonly isTransient: boolean;

  constructor(status: number, isTransient: boolean, body: string) {
    const { errorCode, message } = errorIn(body);
    super(message ?? `Adyen answered ${status}.`);
    this.status = status;
    this.errorCode = errorCode;
    this.isTransient = isTransient;
  }
}

/** No usable answer came: whether the call was carried out is not known. */
export class AdyenSilence extends Error {
  override readonly name = 'AdyenSilence';
}

/**
 * How Adyen's own package reaches Adyen. Its own client has no time-out for a whole call: one that begins to answer
 * and never ends would keep it for ever.
 */
export class AdyenTransport implements HttpClient {
  readonly #timeoutMs: number;
  readonly #origin: string | null;

  /** @param deps.origin in the place of Adyen's own, or null */
  constructor(deps: { timeoutMs: number; origin: string | null }) {
    this.#timeoutMs = deps.timeoutMs;
    this.#origin = deps.origin;
  }

  async request(...[endpoint, json, config, , options = {}]: Request): Promise<string> {
    const { pathname, origin } = new URL(endpoint);
    const address = new URL(pathname, this.#origin ?? origin);
    const { method = 'POST', idempotencyKey } = options;
    const response = await this.#answered(address, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': config.apiKey ?? '',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method !== 'GET' && { body: String(json) }),
    });
    const { status, body } = response;
    if (status < 200 || status > 299) throw new AdyenRefusal(status, response.isTransient, body);
    if (!isJsonObject(body)) throw new AdyenSilence('it answered with something that is no JSON object');
    return body;
  }

  async #answered(address: URL, init: RequestInit) {
    try {
      // The signal ends the reading of the answer too.
      const signal = AbortSignal.timeout(this.#timeoutMs);
      const response = await fetch(address, { ...init, redirect: 'manual', signal });
      const isTransient = response.headers.get('transient-error') === 'true';
      return { status: response.status, isTransient, body: await response.text() };
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      throw new AdyenSilence(isLate ? 'it did not answer in time' : 'it can not be reached', {
        cause: error,
      });
    }
  }
}

function errorIn(body: string): { readonly errorCode: string | null; readonly message: string | null } {
  try {
    const { errorCode, message } = JSON.parse(body) as Record<string, unknown>;
    return {
      errorCode: typeof errorCode === 'string' ? errorCode : null,
      message: typeof message === 'string' ? message : null,
    };
  } catch {
    return { errorCode: null, message: null };
  }
}

function isJsonObject(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
