import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { WebhookHeaders } from '../header-values.ts';
import type { ReceivedBody } from './webhook-receiver.ts';

export interface BodyReading {
  /** Places where the app's middleware may have kept the raw body. */
  readonly copies: readonly unknown[];
  readonly maxBytes: number;
  /** What to advise if the body was already read and no raw copy exists. */
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
      // Let the rest of the body arrive and discard it, so that the sender reads the answer.
      request.resume();
      return { kind: 'too_large' };
    }
    chunks.push(chunk);
  }
  return { kind: 'raw', bytes: Buffer.concat(chunks) };
}

/** Every value of every header. Requests that tests build by hand may only have headers whose values are already joined. */
export function messageHeaders(message: IncomingMessage): WebhookHeaders {
  return (message.headersDistinct as WebhookHeaders | undefined) ?? message.headers;
}
