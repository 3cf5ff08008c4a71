import { TLSSocket } from 'node:tls';
import type { Context, Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * The headers of every answer: both the answers of the apps, and the server's own answers to requests that it refuses before an
 * app gets them.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(isHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

/**
 * If the app requires HTTPS, refuses requests that the caller sent without it. In all answers, sets headers that keep
 * browsers from guessing content types and from sending page addresses to other sites.
 */
export function secureTransport({
  requiresHttps,
  trustedProxies,
}: {
  readonly requiresHttps: boolean;
  readonly trustedProxies: number;
}): Middleware {
  return async function requireHttps(ctx, next) {
    ctx.set(securityHeaders(false));
    if (requiresHttps) {
      if (!isSecure(ctx, trustedProxies)) throw refused('HTTPS_REQUIRED', 'Use the https address.');
      ctx.set(securityHeaders(true));
    }
    await next();
  };
}

/**
 * Whether the caller used HTTPS. Without proxies, this is the case if the caller's own connection uses TLS. Behind the
 * operator's proxies, the header X-Forwarded-Proto says what the caller used, even if the proxies themselves connect by TLS.
 * Callers can send this header too, so only the entries that these proxies added are read.
 */
function isSecure(ctx: Context, trustedProxies: number): boolean {
  if (trustedProxies === 0) return ctx.req.socket instanceof TLSSocket;
  const [outermost] = ctx.get('X-Forwarded-Proto').split(',').slice(-trustedProxies);
  return outermost?.trim().toLowerCase() === 'https';
}
