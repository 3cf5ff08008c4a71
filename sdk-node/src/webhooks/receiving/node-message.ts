import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { WebhookHeaders } from '../header-values.ts';
import type { ReceivedBody } from './webhook-receiver.ts';

export interface BodyReading {
  /** Where middleware may have left the raw body. */
  readonly copies: readonly unknown[];
  readonly maxBytes: number;
  /** What to do when the body was read before and no copy of its bytes is there. */
  readonly advice: string;
}

/**
 * Reads the bytes of a request as `node:http` has it, or takes a raw copy.
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
      // The rest is let through unread, so that the sender gets to see the answer.
      request.resume();
      return { kind: 'too_large' };
    }
    chunks.push(chunk);
  }
  return { kind: 'raw', bytes: Buffer.concat(chunks) };
}

/** Every value of every header; imitations of a request, as tests use them, have only the joined ones. */
export function messageHeaders(message: IncomingMessage): WebhookHeaders {
  return (message.headersDistinct as WebhookHeaders | undefined) ?? message.headers;
}
