import type { Envelope, FieldError } from '@kassa/contracts';
import type { DataOf, EnvelopeEndpoint, RequestTo } from '@kassa/contracts/endpoints';

/** How a call to the operations port ended. */
export type OperationsAnswer<Data> =
  | { readonly kind: 'answered'; readonly data: Data }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly detail: string;
      readonly fields: readonly FieldError[];
      readonly requestId: string | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** How long most calls wait for an answer. */
const TIMEOUT_MS = 15_000;

/** Calls the operations port of a gateway. Each call contains the operations token, which gives access to the port. */
export class OperationsClient {
  readonly #baseUrl: string;
  readonly #token: string;

  /** @param options.baseUrl without `/admin`, e.g. `http://127.0.0.1:10040` */
  constructor(options: { baseUrl: string; token: string }) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#token = options.token;
  }

  async call<Of extends EnvelopeEndpoint>(
    endpoint: Of,
    request: RequestTo<Of>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<OperationsAnswer<DataOf<Of>>> {
    const sent = await this.#send(endpoint, request as AnyRequest, timeoutMs);
    return sent instanceof Response ? this.#read(sent) : sent;
  }

  /**
   * Requests a CSV file, and yields parts of it as they arrive. If the transfer ends before the file is complete, throws
   * BrokenTransfer.
   */
  async file<Of extends EnvelopeEndpoint>(
    endpoint: Of,
    request: RequestTo<Of>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<OperationsAnswer<AsyncIterable<string>>> {
    const sent = await this.#send(endpoint, request as AnyRequest, timeoutMs);
    if (!(sent instanceof Response)) return sent;
    const isFile = sent.ok && sent.headers.get('content-type')?.startsWith('text/csv');
    if (isFile && sent.body !== null) return { kind: 'answered', data: textOf(sent.body) };
    return this.#read(sent);
  }

  async #send(
    endpoint: EnvelopeEndpoint,
    request: AnyRequest,
    timeoutMs: number,
  ): Promise<Response | Extract<OperationsAnswer<never>, { kind: 'unreachable' }>> {
    const { body } = request;
    try {
      return await fetch(this.#baseUrl + targetOf(endpoint, request), {
        method: endpoint.method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.#token}`,
        },
        signal: AbortSignal.timeout(timeoutMs),
        // Refuse redirects. A redirect would send the operations token to an address that the operator did not choose.
        redirect: 'error',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) };
    }
  }

  async #read<Data>(response: Response): Promise<OperationsAnswer<Data>> {
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) };
    }
    const envelope = readEnvelope<Data>(text);
    if (envelope === undefined) {
      return {
        kind: 'unreachable',
        reason: `the server answered HTTP ${response.status}, but this is not an answer of a Kassa gateway`,
      };
    }
    if (!('error' in envelope)) return { kind: 'answered', data: envelope.data };
    const { msg: name, error } = envelope;
    const { detail, fields = [], request_id: requestId = null } = error;
    return { kind: 'refused', name, detail, fields, requestId };
  }
}

/** A request to any endpoint of the operations port. `RequestTo` is the precise type for a single endpoint. */
interface AnyRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** Path and query of a call. */
function targetOf({ path }: EnvelopeEndpoint, request: AnyRequest): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(request.path?.[name] ?? ''));
  const members = Object.entries(request.query ?? {}).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return members.length === 0 ? target : `${target}?${new URLSearchParams(members)}`;
}

/** @throws {BrokenTransfer} when the body does not arrive completely */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new BrokenTransfer(reasonOf(error));
  }
}

/** Thrown when the transfer of a file ends before the file is complete. The message gives the reason. */
export class BrokenTransfer extends Error {
  override readonly name = 'BrokenTransfer';
}

function readEnvelope<Data>(text: string): Envelope<Data> | undefined {
  try {
    const envelope: unknown = JSON.parse(text);
    const isEnvelope =
      typeof envelope === 'object' &&
      envelope !== null &&
      'data' in envelope &&
      (envelope.data !== null || 'error' in envelope);
    return isEnvelope ? (envelope as Envelope<Data>) : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  // The error of `fetch` only says "fetch failed". Its cause has the real reason, such as "connect ECONNREFUSED …".
  const { cause } = error;
  const { code, message } = (cause instanceof Error ? cause : error) as NodeJS.ErrnoException;
  const reason = reasonsByCode[String(code)];
  if (reason !== undefined) return reason;
  return `${message === '' ? error.message : message}${code === undefined ? '' : ` (${code})`}`;
}

const reasonsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'no name server answers',
  EHOSTUNREACH: 'no network leads there',
  ENETUNREACH: 'no network leads there',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'no complete answer in time',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS: use http instead of https',
};
