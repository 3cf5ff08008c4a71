import type clientInterface from '@adyen/api-library/lib/src/httpClient/clientInterface.js';
import type { MakeKey } from '../deployment-keys.ts';
import { faultTextOf } from '../fault-text.ts';

type HttpClient = clientInterface.default;
type Request = Parameters<HttpClient['request']>;

/** Adyen answered with an error. */
export class AdyenRefusal extends Error {
  override readonly name = 'AdyenRefusal';
  readonly status: number;
  /** Adyen's error code. Null if Adyen's answer contains none. */
  readonly errorCode: string | null;
  /** Whether Adyen's answer says that the fault is temporary, so that the call can be repeated unchanged. */
  readonly isTransient: boolean;

  constructor(status: number, isTransient: boolean, body: string) {
    const { errorCode, message } = errorIn(body);
    super(message ?? `Adyen answered ${status}.`);
    this.status = status;
    this.errorCode = errorCode;
    this.isTransient = isTransient;
  }
}

/** Thrown if Adyen gave no usable answer. In that case, it is unknown whether Adyen carried out the call. */
export class AdyenSilence extends Error {
  override readonly name = 'AdyenSilence';
}

/**
 * The HTTP client that Adyen's npm package uses here. It replaces the package's own client, which has no time limit for a whole
 * call, so that an answer that never ends would block the call for ever.
 */
export class AdyenTransport implements HttpClient {
  readonly #deps: { timeoutMs: number; origin: string | null; keyFor: MakeKey; fetch: typeof fetch };

  /**
   * @param deps.origin replaces Adyen's own origin; null keeps it
   * @param deps.keyFor converts the idempotency key that the caller gives to the key that is sent
   */
  constructor(deps: { timeoutMs: number; origin: string | null; keyFor: MakeKey; fetch: typeof fetch }) {
    this.#deps = deps;
  }

  async request(...[endpoint, json, config, , options = {}]: Request): Promise<string> {
    const { pathname, origin } = new URL(endpoint);
    const address = new URL(pathname, this.#deps.origin ?? origin);
    const { method = 'POST', idempotencyKey, params = {} } = options;
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, String(value));
    const response = await this.#answered(address, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': config.apiKey ?? '',
        ...(idempotencyKey !== undefined && { 'idempotency-key': this.#deps.keyFor(idempotencyKey) }),
      },
      ...(method !== 'GET' && { body: String(json) }),
    });
    const { status, body } = response;
    if (status < 200 || status > 299) throw new AdyenRefusal(status, response.isTransient, body);
    if (!isJsonObject(body)) throw new AdyenSilence('it answered with something that is not a JSON object');
    return body;
  }

  async #answered(address: URL, init: RequestInit) {
    try {
      // Limit the time of the whole call: the wait for Adyen's answer and the reading of its body.
      const signal = AbortSignal.timeout(this.#deps.timeoutMs);
      const response = await this.#deps.fetch(address, { ...init, redirect: 'manual', signal });
      const isTransient = response.headers.get('transient-error') === 'true';
      return { status: response.status, isTransient, body: await response.text() };
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      if (isLate) throw new AdyenSilence('it did not answer in time', { cause: error });
      throw new AdyenSilence(faultTextOf(error) ?? 'it cannot be reached', { cause: error });
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
