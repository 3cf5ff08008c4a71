import type { Middleware } from 'koa';

/**
 * No script unless a page asks for it, no foreign content. Forms may lead anywhere on the web, because browsers apply `form-action` to
 * the redirect after the form too, and to every redirect of the shop after that. Framing stays allowed, as it
 * is for real 3-D Secure pages: a shop may show the cashier in a frame.
 */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self' http: https:",
];
const contentSecurityPolicy = directives.join('; ');

/** For the pages that have a script. */
export const scriptedPagePolicy = [...directives, "script-src 'self'"].join('; ');

/** Links carry their secret in the path: pages are not kept, and nobody is told where the payer came from. */
export function pageHeaders(): Middleware {
  return async function setPageHeaders(context, next) {
    context.set('Content-Security-Policy', contentSecurityPolicy);
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Referrer-Policy', 'no-referrer');
    context.set('Cache-Control', 'no-store');
    await next();
  };
}
