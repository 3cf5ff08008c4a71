import type { Envelope } from '@kassa/contracts';
import { abortedBy } from './abortable.ts';
import { ConnectionError, ServiceError } from './checkout-errors.ts';
import type { CheckoutTarget } from './checkout-path.ts';

/**
 * The header that carries the checkout session. `@kassa/contracts` exports the name as `SESSION_HEADER`. The SDK repeats it
 * here, because it imports only types from that package.
 */
const sessionHeader = 'X-Session-Signature';

/** Makes calls to the Checkout API. It sends the session, unpacks the answer's envelope and throws failures as errors. */
export class ServiceConnection {
  /** Ends all calls. */
  readonly signal: AbortSignal;
  readonly #baseUrl: string;
  readonly session: string;

  constructor(baseUrl: string, session: string, signal: AbortSignal) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.session = session;
    this.signal = signal;
  }

  /**
   * Sends a GET, or a POST if there is a body.
   *
   * @param path below `/api/web`, with its query
   */
  async call<Data>(path: CheckoutTarget, timeoutMs: number, body?: object): Promise<Data> {
    const { signal } = this;
    const timeout = AbortSignal.timeout(timeoutMs);
    const over = abortedBy(signal, timeout);
    // When the browser is online again after a network failure, abort the call. The failure broke the call's connection, so its
    // answer may never come.
    const end = () => over.abort();
    globalThis.window?.addEventListener('online', end, over);
    let response: Response;
    let answer: Envelope<Data>;
    try {
      response = await fetch(`${this.#baseUrl}/api/web${path}`, {
        headers: { [sessionHeader]: this.session, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: over.signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      answer = await response.json();
    } catch (cause) {
      signal.throwIfAborted();
      throw new ConnectionError(timeout.aborted ? `No answer in ${timeoutMs} ms.` : 'No connection.', {
        cause,
      });
    } finally {
      end();
    }
    if (answer?.code === 200) return answer.data as Data;
    if (answer?.data === null && 'error' in answer)
      throw new ServiceError(answer, Number(response.headers.get('Retry-After')) * 1_000 || null);
    throw new ConnectionError(`Another server answered (HTTP ${response.status}).`);
  }
}
