import type { Middleware } from 'koa';

/**
 * The content security policy of the processor's pages. It allows nothing from other origins, and scripts only on pages that
 * need one. `form-action` allows every address, because browsers apply it to the redirect after a form too. Shops may show
 * these pages in a frame, as with real 3-D Secure pages.
 */
const directives = [
  "default-src 'none'",
  "style-src 'self'",
  // The pages' empty icon, without which Firefox asks for /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self' http: https:",
];
const contentSecurityPolicy = directives.join('; ');

/** The policy of pages that have a script. */
export const scriptedPagePolicy = [...directives, "script-src 'self'"].join('; ');

/**
 * Adds the headers that every page needs. A page's address contains a secret. So browsers must not store the page, and must not
 * send its address to other sites.
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
