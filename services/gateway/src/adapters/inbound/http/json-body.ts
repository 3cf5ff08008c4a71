import type { Context } from 'koa';
import { refused } from './refused-error.ts';

/** Parses the body of an unsigned call as JSON. The middleware `readRawBody` must already have stored the bytes. */
export function jsonBodyOf(ctx: Context): unknown {
  const bytes: Buffer | undefined = ctx.state.rawBody;
  if (bytes === undefined) {
    throw refused('INVALID_REQUEST', 'The request has no body.', [{ path: '', message: 'is required' }]);
  }
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Do not pass on the parser's message: it quotes the body, which can contain a card number.
    throw refused('INVALID_REQUEST', 'The body is not valid JSON.', [{ path: '', message: 'is not JSON' }]);
  }
}
