import type { Context, Middleware } from 'koa';
import { rateLimited } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/**
 * Limits the rate of requests for each caller, and refuses requests beyond it. `callerOf` returns the key that
 * identifies the caller.
 */
export function limitRate(buckets: TokenBuckets, callerOf: (ctx: Context) => string): Middleware {
  return async function checkRate(ctx, next) {
    const waitSeconds = buckets.take(callerOf(ctx));
    if (waitSeconds !== undefined) throw rateLimited(waitSeconds);
    await next();
  };
}
