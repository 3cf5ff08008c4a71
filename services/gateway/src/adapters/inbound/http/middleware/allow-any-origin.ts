import { SESSION_HEADER } from '@kassa/contracts';
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * Lets pages of any origin call the Checkout API without cookies. Any origin is safe, because only the session, which a
 * page sends itself, gives access to an order.
 */
export function allowAnyOrigin(): Middleware {
  return cors({
    origin: '*',
    allowMethods: 'GET, POST',
    allowHeaders: `Content-Type, ${SESSION_HEADER}`,
    exposeHeaders: 'X-Request-Id, X-Contract-Version, Retry-After',
    maxAge: 7_200,
    // The CORS library could copy its headers to the error that a request fails with. This is not needed here: the error
    // middleware answers the failed request and keeps the CORS headers that are already set.
    keepHeadersOnError: false,
  });
}
