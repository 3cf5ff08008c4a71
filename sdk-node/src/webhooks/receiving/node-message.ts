import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { WebhookHeaders } from '../header-values.ts';
import type { ReceivedBody } from './webhook-receiver.ts';

export interface BodyReading {
  /** Where middleware may have left the raw body. */
  readonly copies: readonly unknown[];
  readonly maxBytes: number;
  /** The advice if the body was already read and no raw copy exists. */
  readonly advice: string;
}

/**
 * Reads the bytes of a `node:http` request, or uses a raw copy.
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
      // Drain the rest unread, so that the sender receives the answer.
      request.resume();
      return { kind: 'too_large' };
    }
    chunks.push(chunk);
  }
  return { kind: 'raw', bytes: Buffer.concat(chunks) };
}

/** Every value of every header; fake requests in tests have only the joined values. */
export function messageHeaders(message: IncomingMessage): WebhookHeaders {
  return (message.headersDistinct as WebhookHeaders | undefined) ?? message.headers;
}
