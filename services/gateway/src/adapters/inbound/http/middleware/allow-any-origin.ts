import { SESSION_HEADER } from '@kassa/contracts';
import type { Middleware } from 'koa';

/** Any origin may call, without credentials: the session is the key (decisions, section 7). */
export function allowAnyOrigin(): Middleware {
  return async function allowOrigin(ctx, next) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Expose-Headers', 'X-Request-Id, X-Contract-Version, Retry-After');
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next();
    ctx.set('Access-Control-Allow-Methods', 'GET, POST');
    ctx.set('Access-Control-Allow-Headers', `Content-Type, ${SESSION_HEADER}`);
    ctx.set('Access-Control-Max-Age', '7200');
    ctx.status = 204;
  };
}
