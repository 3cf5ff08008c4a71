import { TLSSocket } from 'node:tls';
import type { Context, Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * Refuses requests that did not arrive over HTTPS: either this connection uses TLS, or a trusted proxy's header says
 * that the caller's did. The other headers keep browsers from guessing content types and from sending page addresses to
 * other sites.
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
 * Only the entries of X-Forwarded-Proto that the operator's own proxies wrote are trusted. A caller can send the header
 * too, and a proxy may append its entry to the caller's.
 */
function isSecure(ctx: Context, trustedProxies: number): boolean {
  if (ctx.req.socket instanceof TLSSocket) return true;
  if (trustedProxies === 0) return false;
  const [outermost] = ctx.get('X-Forwarded-Proto').split(',').slice(-trustedProxies);
  return outermost?.trim().toLowerCase() === 'https';
}
