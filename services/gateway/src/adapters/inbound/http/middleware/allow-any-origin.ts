import { SESSION_HEADER } from '@kassa/contracts';
import cors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * Lets pages of any origin call the Checkout API without cookies. This is safe, because access to an order requires its
 * session, which the page's script must put into a header. A browser adds cookies to requests by itself, but never this header.
 */
export function allowAnyOrigin(): Middleware {
  return cors({
    origin: '*',
    allowMethods: 'GET, POST',
    allowHeaders: `Content-Type, ${SESSION_HEADER}`,
    exposeHeaders:
      'X-Request-Id, X-Contract-Version, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
    maxAge: 7_200,
    // The CORS library need not copy its headers to the thrown error of a failed request. The error middleware answers the
    // request and keeps the CORS headers that are already set on the response.
    keepHeadersOnError: false,
  });
}
