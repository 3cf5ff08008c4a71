import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 65_536;

/** Ends a request with this status; the message is for the person who sent it. */
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
    if (length > MAX_BODY_BYTES) throw new HttpError(413, 'That is more than this shop reads.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a form sent by a page of this shop.
 *
 * @param shopUrl the shop's own origin. The Host header cannot replace it: if a stranger's domain resolves to this
 * machine, both headers have that domain.
 * @throws {HttpError} 403 when another site's page sent the form; it could buy and refund in the shop's name
 */
export async function readForm(request: IncomingMessage, shopUrl: string): Promise<URLSearchParams> {
  if (request.headers.origin !== shopUrl) {
    throw new HttpError(403, 'This form was not sent from a page of this shop.');
  }
  return new URLSearchParams((await readBody(request)).toString('utf8'));
}
