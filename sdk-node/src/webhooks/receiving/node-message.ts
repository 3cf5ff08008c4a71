import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { WebhookHeaders } from '../header-values.ts';
import type { ReceivedBody } from './webhook-receiver.ts';

export interface BodyReading {
  /** Properties of the request in which the app's middleware may have kept the raw body. */
  readonly copies: readonly unknown[];
  readonly maxBytes: number;
  /** Advice to the developer if middleware has already read the body and kept no raw copy of it. */
  readonly advice: string;
}

/**
 * Reads the body of a `node:http` request as bytes. If middleware kept a raw copy, uses that.
 *
 * @throws when the sender breaks the connection
 */
export async function readMessageBody(
  request: Readable,
  { copies, maxBytes, advice }: BodyReading,
): Promise<ReceivedBody> {
  for (const copy of copies) {
    if (typeof copy === 'string' || copy instanceof Uint8Array) return { kind: 'raw', bytes: copy };
  }
  if (request.readableDidRead || request.readableEnded) return { kind: 'parsed', advice };
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    byteLength += chunk.length;
    if (byteLength > maxBytes) {
      // The body is too large. Receive and discard the rest of it, because the sender reads the answer only after sending
      // everything.
      request.resume();
      return { kind: 'too_large' };
    }
    chunks.push(chunk);
  }
  return { kind: 'raw', bytes: Buffer.concat(chunks) };
}

/**
 * Returns every value of every header. A request that a test has built by hand may lack `headersDistinct`. Its `headers` are
 * used instead, in which several values of one header are already joined.
 */
export function messageHeaders(message: IncomingMessage): WebhookHeaders {
  return (message.headersDistinct as WebhookHeaders | undefined) ?? message.headers;
}
