import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 65_536;

/** Thrown to end a request with an HTTP status. The message is shown to the person who sent the request. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws {HttpError} 413 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new HttpError(413, 'The request is larger than this shop accepts.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a form that a page of this shop sent.
 *
 * @param shopUrl the shop's own origin, which the request's Origin header must match. Do not take it from the Host header: if an
 * attacker's domain resolves to this machine, both headers name that domain and match.
 * @throws {HttpError} 403 when a page of another site sent the form; such a page could otherwise buy or refund through a
 * visitor's browser
 */
export async function readForm(request: IncomingMessage, shopUrl: string): Promise<URLSearchParams> {
  if (request.headers.origin !== shopUrl) {
    throw new HttpError(403, 'This form was not sent from a page of this shop.');
  }
  return new URLSearchParams((await readBody(request)).toString('utf8'));
}
