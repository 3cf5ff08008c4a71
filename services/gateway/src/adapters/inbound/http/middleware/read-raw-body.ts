import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * Reads the body's bytes into `ctx.state.rawBody`; without a body, this is undefined. A body is refused if its
 * Content-Length is too large, or as soon as too many bytes have arrived. Compressed bodies are refused, because they
 * could expand in memory.
 */
export function readRawBody(maxBytes: number): Middleware {
  return async function readBody(ctx, next) {
    ctx.state.rawBody = hasBody(ctx.req) ? await readBytes(ctx, maxBytes) : undefined;
    await next();
  };
}

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer | undefined> {
  if (ctx.get('Content-Encoding') !== '' && ctx.get('Content-Encoding') !== 'identity') {
    throw refused('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding.');
  }
  if (!isJson(ctx.get('Content-Type'))) {
    throw refused('UNSUPPORTED_MEDIA_TYPE', 'Send Content-Type: application/json, in UTF-8.');
  }
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge(ctx, maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  // By default, leaving this loop early would close the connection. `destroyOnReturn: false` keeps it open, so that the
  // sender of a body that is too large still gets the answer.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(ctx, maxBytes);
    chunks.push(chunk);
  }
  // A chunked body can turn out to be empty.
  return length === 0 ? undefined : Buffer.concat(chunks, length);
}

function isJson(contentType: string): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(contentType);
}

/**
 * Reads the rest of a refused body and discards it, until the server's request timeout. Some senders read the answer only after
 * they have sent their whole body.
 */
export function discardBody(ctx: Context): void {
  ctx.req.resume();
}

function tooLarge(ctx: Context, maxBytes: number) {
  discardBody(ctx);
  return refused('PAYLOAD_TOO_LARGE', `A body may have at most ${maxBytes} bytes.`);
}
