import type Router from '@koa/router';
import { AN_HOUR } from '../static-files.ts';

/** Where Apple looks for the file that proves that a domain may show Apple Pay. Apple follows no redirect to it. */
const PATH = '/.well-known/apple-developer-merchantid-domain-association';

/** Serves the operator's file for Apple Pay. Without a file, the address does not exist. */
export function applePayRoute(router: Router, file: string | null): void {
  if (file === null) return;
  router.get(PATH, (ctx) => {
    ctx.set('Cache-Control', AN_HOUR);
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = file;
  });
}
