import type { Context, Middleware } from 'koa';
import { rateHeaders, rateLimited } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/**
 * Limits the rate of each caller's requests, and refuses requests beyond the limit. Each answer says how many requests the
 * caller has left. `callerOf` returns the key that identifies the caller.
 */
export function limitRate(buckets: TokenBuckets, callerOf: (ctx: Context) => string): Middleware {
  return async function checkRate(ctx, next) {
    const caller = callerOf(ctx);
    const waitSeconds = buckets.take(caller);
    ctx.set(rateHeaders(buckets.levelOf(caller)));
    if (waitSeconds !== undefined) throw rateLimited(waitSeconds);
    await next();
  };
}
