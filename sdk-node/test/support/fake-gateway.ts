import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ErrorInfo,
  type ErrorName,
  errorTable,
  fail,
  hashCanonicalBody,
  isWithinTimestampWindow,
  readSignedBody,
  stringToSign,
  succeed,
  verifyRequest,
} from '@kassa/contracts';
import { Kassa, type KassaOptions } from '../../src/index.ts';

export const merchantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const merchantId = 'mer_test';

export interface SeenRequest {
  readonly method: string;
  /** Path and query as they arrived. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  readonly nonce: string;
  readonly timestamp: string;
  /** The six lines as the server builds them. */
  readonly lines: string;
  readonly signatureHolds: boolean;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/**
 * Answers like the merchant interface over real HTTP. It verifies each request with the contracts' own functions. It gives the
 * answers that a test has prepared, one for each request, and then plain successes.
 */
export class FakeGateway {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #publicKey: KeyObject;
  #answers: Answer[] = [];
  /** How far this server's clock is ahead of the machine's clock. */
  clockOffsetMs = 0;

  private constructor(publicKey: KeyObject) {
    this.#publicKey = publicKey;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(publicKey: KeyObject = merchantKeys.publicKey): Promise<FakeGateway> {
    const gateway = new FakeGateway(publicKey);
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets the recorded requests, and prepares the next answers. */
  answerWith(...answers: Answer[]): void {
    this.requests.length = 0;
    this.#answers = answers;
    this.clockOffsetMs = 0;
  }

  kassa(options: Partial<Omit<KassaOptions, 'environment' | 'baseUrl'>> & { baseUrl?: string } = {}): Kassa {
    return new Kassa({ merchantId, privateKey: merchantKeys.privateKey, baseUrl: this.baseUrl, ...options });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const request = this.#verify(message, body);
    this.requests.push(request);

    const nowMs = Date.now() + this.clockOffsetMs;
    response.setHeader('Date', new Date(nowMs).toUTCString());
    if (!request.signatureHolds) {
      return failure('INVALID_SIGNATURE', { debug: { string_to_sign: request.lines } })(response, request);
    }
    if (!isWithinTimestampWindow(request.timestamp, nowMs)) {
      return failure('TIMESTAMP_EXPIRED')(response, request);
    }
    const answer = this.#answers.shift() ?? success({ order_id: 'ord_1', pay_url: 'https://pay.example/1' });
    answer(response, request);
  }

  #verify(message: IncomingMessage, body: Buffer): SeenRequest {
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
    );
    const target = message.url ?? '';
    const [path = '', query = ''] = target.split('?');
    const timestamp = headers['x-timestamp'] ?? '';
    const nonce = headers['x-nonce'] ?? '';
    const reading = body.length === 0 ? undefined : readSignedBody(body);
    const lines = stringToSign({
      method: message.method ?? '',
      path,
      query,
      bodyHash: reading?.kind === 'read' ? hashCanonicalBody(reading.body.canonical) : '',
      timestamp,
      nonce,
    });
    return {
      method: message.method ?? '',
      target,
      headers,
      bodyText: body.toString('utf8'),
      nonce,
      timestamp,
      lines,
      signatureHolds:
        headers['x-merchant-id'] === merchantId &&
        reading?.kind !== 'refused' &&
        verifyRequest(lines, headers['x-signature'] ?? '', this.#publicKey),
    };
  }
}

export function success(data: unknown): Answer {
  return (response) => sendJson(response, 200, succeed(data));
}

export function failure(
  name: ErrorName,
  error: Partial<ErrorInfo> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    const info = { detail: `Detail of ${name}.`, request_id: 'req_1', ...error };
    sendJson(response, errorTable[name].httpStatus, fail(name, info), headers);
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1', ...headers });
  response.end(JSON.stringify(body));
}

/** A proxy's own page. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers });
    response.end('<html>\n<h1>Bad gateway</h1></html>');
  };
}

/** Reads the request and never answers. */
export const silence: Answer = () => {};

/** Reads the request and breaks the connection. */
export const hangUp: Answer = (response) => {
  response.destroy();
};
