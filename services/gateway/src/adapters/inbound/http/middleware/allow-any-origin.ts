import { SESSION_HEADER } from '@kassa/contracts';
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** Any origin may call, without credentials: the session is the key (decisions, section 7). */
export function allowAnyOrigin(): Middleware {
  return cors({
    origin: '*',
    allowMethods: 'GET, POST',
    allowHeaders: `Content-Type, ${SESSION_HEADER}`,
    exposeHeaders: 'X-Request-Id, X-Contract-Version, Retry-After',
    maxAge: 7_200,
    // The error handler keeps what was set on the answer.
    keepHeadersOnError: false,
  });
}
