import type { Middleware } from 'koa';

/**
 * The content security policy of the pages. A script runs only if the page asks for it, and nothing comes from other origins.
 * `form-action` allows every address, because browsers apply it also to redirects after the form. A shop may show these pages
 * in a frame, as it can with real 3-D Secure pages.
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

/**
 * Adds the headers of every page. The links contain a secret in their path, so pages are not cached and browsers send no
 * referrer.
 */
export function pageHeaders(): Middleware {
  return async function setPageHeaders(context, next) {
    context.set('Content-Security-Policy', contentSecurityPolicy);
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Referrer-Policy', 'no-referrer');
    context.set('Cache-Control', 'no-store');
    await next();
  };
}
