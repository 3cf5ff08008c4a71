import type { Context, Middleware } from 'koa';
import { type Refusal, refuse } from '../../../../application/refusal.ts';
import { RefusedError } from '../refused-error.ts';

/**
 * Answers 405 if a path is known but does not have the requested method. `Allow` lists the methods that the path has. An
 * OPTIONS request is answered with this list alone.
 */
export function refuseOtherMethods(): Middleware {
  return async function checkMethod(ctx, next) {
    await next();
    if (ctx.status !== 404 || ctx.body != null) return;
    const methods = methodsOf(ctx);
    if (methods.length === 0 || methods.includes(ctx.method)) return;
    const headers = { Allow: methods.join(', ') };
    if (ctx.method !== 'OPTIONS') throw new RefusedError(methodNotAllowed(ctx.method), headers);
    ctx.set(headers);
    ctx.status = 204;
  };
}

/**
 * The methods of all routes that match the request's path. The routers have collected these routes in `ctx.matched`.
 */
function methodsOf(ctx: Context): readonly string[] {
  const matched: readonly { readonly methods: readonly string[] }[] = ctx.matched ?? [];
  return [...new Set(matched.flatMap(({ methods }) => methods))].sort();
}

function methodNotAllowed(method: string): Refusal {
  return refuse(
    'METHOD_NOT_ALLOWED',
    `This path does not support ${method}. Use one of the methods in Allow.`,
  );
}
