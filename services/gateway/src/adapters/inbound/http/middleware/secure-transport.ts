import { TLSSocket } from 'node:tls';
import type { Context, Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * Requires HTTPS: either the connection's own TLS, or a trusted proxy's header says so. The other headers keep
 * browsers from guessing types and from leaking addresses.
 */
export function secureTransport({
  requiresHttps,
  trustedProxies,
}: {
  readonly requiresHttps: boolean;
  readonly trustedProxies: number;
}): Middleware {
  return async function requireHttps(ctx, next) {
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    if (requiresHttps) {
      if (!isSecure(ctx, trustedProxies)) throw refused('HTTPS_REQUIRED', 'Use the https address.');
      ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    await next();
  };
}

/**
 * Only headers written by our own proxies count, as with X-Forwarded-For: a caller can send the header itself,
 * and a proxy may append to it.
 */
function isSecure(ctx: Context, trustedProxies: number): boolean {
  if (ctx.req.socket instanceof TLSSocket) return true;
  if (trustedProxies === 0) return false;
  const [outermost] = ctx.get('X-Forwarded-Proto').split(',').slice(-trustedProxies);
  return outermost?.trim().toLowerCase() === 'https';
}
