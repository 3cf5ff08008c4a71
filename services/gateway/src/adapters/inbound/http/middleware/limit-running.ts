import type { Context, Middleware } from 'koa';
import { rateLimited } from '../refused-error.ts';

const COME_BACK_AFTER_SECONDS = 2;

/**
 * Lets at most `limit` requests of each caller run at once. A request runs until its answer is sent or given
 * up.
 */
export function limitRunning(limit: number, callerOf: (ctx: Context) => string): Middleware {
  const running = new Map<string, number>();
  return async function checkRunning(ctx, next) {
    const caller = callerOf(ctx);
    const count = running.get(caller) ?? 0;
    if (count >= limit) throw rateLimited(COME_BACK_AFTER_SECONDS);
    running.set(caller, count + 1);
    ctx.res.once('close', () => {
      const left = (running.get(caller) ?? 1) - 1;
      if (left === 0) running.delete(caller);
      else running.set(caller, left);
    });
    await next();
  };
}
