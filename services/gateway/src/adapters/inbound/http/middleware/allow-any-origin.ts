import { SESSION_HEADER } from '@kassa/contracts';
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** Lets pages of any origin call without credentials, because only the session gives access to an order. */
export function allowAnyOrigin(): Middleware {
  return cors({
    origin: '*',
    allowMethods: 'GET, POST',
    allowHeaders: `Content-Type, ${SESSION_HEADER}`,
    exposeHeaders: 'X-Request-Id, X-Contract-Version, Retry-After',
    maxAge: 7_200,
    // The error handler already keeps the headers that were set on the answer.
    keepHeadersOnError: false,
  });
}
