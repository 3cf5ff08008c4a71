import type Router from '@koa/router';
import type { DocsSite } from './docs-site.ts';

/** The docs, for everybody: they hold nothing that is not in the contract. */
export function docsRoutes(router: Router, site: DocsSite): void {
  router.get('/docs', (ctx) => ctx.redirect('/docs/'));
  router.get('/docs/{*path}', (ctx) => site.serve(ctx, String(ctx.params.path ?? '')));
}
