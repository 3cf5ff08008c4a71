import { SESSION_HEADER } from '@kassa/contracts';
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * Lets pages of any origin call the Checkout API without cookies. Any origin is safe: access to an order needs its session,
 * which the page's script must put into a header. The browser never adds this header by itself, as it does with a cookie.
 */
export function allowAnyOrigin(): Middleware {
  return cors({
    origin: '*',
    allowMethods: 'GET, POST',
    allowHeaders: `Content-Type, ${SESSION_HEADER}`,
    exposeHeaders:
      'X-Request-Id, X-Contract-Version, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
    maxAge: 7_200,
    // If a request fails, the CORS library need not copy its headers to the thrown error. The error middleware answers the
    // request and keeps the CORS headers that are already set on the response.
    keepHeadersOnError: false,
  });
}
