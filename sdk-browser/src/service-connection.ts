import type { Envelope } from '@kassa/contracts';
import { abortedBy } from './abortable.ts';
import { ConnectionError, ServiceError } from './checkout-errors.ts';

/** Same value as `SESSION_HEADER` of the contracts, which are types only here (decisions, section 7). */
const sessionHeader = 'X-Session-Signature';

interface CallOptions {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/web`, with its query. */
  readonly path: string;
  readonly body?: object;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One call to the Checkout API: the session goes along, the envelope is opened, failures are thrown. */
export class ServiceConnection {
  readonly #baseUrl: string;
  readonly #session: string;

  constructor(baseUrl: string, session: string) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#session = session;
  }

  async call<Data>({ method, path, body, timeoutMs, signal }: CallOptions): Promise<Data> {
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let answer: Envelope<Data>;
    try {
      response = await fetch(`${this.#baseUrl}/api/web${path}`, {
        method,
        headers: {
          [sessionHeader]: this.#session,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: abortedBy(signal, timeout).signal,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      answer = await response.json();
    } catch (cause) {
      signal.throwIfAborted();
      throw new ConnectionError(
        timeout.aborted ? `No answer within ${timeoutMs} ms.` : 'The service could not be reached.',
        { cause },
      );
    }
    if (answer?.code === 200) return answer.data as Data;
    if (answer?.data === null && 'error' in answer) throw new ServiceError(answer, retryAfterMs(response));
    throw new ConnectionError(`Something other than the service answered (HTTP ${response.status}).`);
  }
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}
