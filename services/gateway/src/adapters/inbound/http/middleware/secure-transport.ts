import type { Middleware } from 'koa';
import type { Environment } from '../../../../domain/environment.ts';
import { refused } from '../refused-error.ts';

/**
 * Production accepts HTTPS only (decisions, section 11): its own TLS, or the word of a trusted proxy. The
 * headers keep browsers from guessing types and from leaking addresses.
 */
export function secureTransport(environment: Environment): Middleware {
  return async function requireHttps(ctx, next) {
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    if (environment === 'production') {
      if (!ctx.secure) throw refused('HTTPS_REQUIRED', 'Use the https address.');
      ctx.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    await next();
  };
}
