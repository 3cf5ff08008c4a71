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
    // The CORS library need not keep its headers when a request fails, because the gateway's error middleware keeps them.
    keepHeadersOnError: false,
  });
}
