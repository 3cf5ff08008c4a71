import type { Context, Middleware } from 'koa';
import { rateLimited } from '../refused-error.ts';

const COME_BACK_AFTER_SECONDS = 2;

/**
 * Lets each caller run at most `limit` requests at once. A request counts as running until its answer has been sent or
 * the connection has closed.
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
