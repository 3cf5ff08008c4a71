import type { Middleware } from 'koa';

/**
 * No script unless a page asks for it, and no content from other origins. Forms may lead anywhere on the web,
 * because browsers apply `form-action` to the redirect after the form too, and to every further redirect of the
 * shop. Framing is allowed, as it is for real 3-D Secure pages: a shop may show the cashier in a frame.
 */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self' http: https:",
];
const contentSecurityPolicy = directives.join('; ');

/** The policy of pages that have a script. */
export const scriptedPagePolicy = [...directives, "script-src 'self'"].join('; ');

/** Links carry their secret in the path, so pages are not cached and no referrer is sent. */
export function pageHeaders(): Middleware {
  return async function setPageHeaders(context, next) {
    context.set('Content-Security-Policy', contentSecurityPolicy);
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Referrer-Policy', 'no-referrer');
    context.set('Cache-Control', 'no-store');
    await next();
  };
}
