import type Router from '@koa/router';
import type { DocsSite } from './docs-site.ts';

/** Serves the docs to everybody without a signature, because they describe only the public contract. */
export function docsRoutes(router: Router, site: DocsSite): void {
  router.get('/docs', (ctx) => ctx.redirect('/docs/'));
  router.get('/docs/{*path}', (ctx) => site.serve(ctx, String(ctx.params.path ?? '')));
}
