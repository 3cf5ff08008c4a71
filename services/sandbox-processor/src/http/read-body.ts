import type { Context } from 'koa';
import { ApiError } from './api-error.ts';

const maximumBytes = 65_536;

/** Reads the body of a call as text. A body is refused as soon as more than 64 KiB have arrived. */
export async function readBody(context: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of context.req as AsyncIterable<Buffer>) {
    receivedBytes += chunk.length;
    if (receivedBytes > maximumBytes) throw new ApiError('payload_too_large', 'A body has at most 64 KiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
