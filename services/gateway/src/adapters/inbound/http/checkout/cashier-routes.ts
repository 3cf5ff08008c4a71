import type Router from '@koa/router';
import type { StaticFiles } from './static-files.ts';

/**
 * Only the page's own files run and load (decisions, section 7; PCI DSS 6.4.3): no inline script or
 * style, nothing from elsewhere.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Built assets carry a hash in their names, so a name's content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/** The hosted cashier: one page for every order; the order and its session are in the address. */
export function cashierRoutes(router: Router, cashier: StaticFiles, icons: StaticFiles): void {
  router.get('/checkout/:orderId', (ctx) => {
    ctx.set('Content-Security-Policy', pagePolicy);
    ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    cashier.serve(ctx, 'index.html', 'no-cache');
  });
  router.get('/assets/:file', (ctx) => {
    cashier.serve(ctx, `assets/${ctx.params.file}`, FOREVER);
  });
  router.get('/icons/:file', (ctx) => {
    icons.serve(ctx, String(ctx.params.file), AN_HOUR);
  });
  router.get('/:file', (ctx) => {
    if (ctx.params.file !== 'index.html') cashier.serve(ctx, String(ctx.params.file), AN_HOUR);
  });
}
