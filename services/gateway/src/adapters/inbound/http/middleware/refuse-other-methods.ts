import type { Context, Middleware } from 'koa';
import { type Refusal, refuse } from '../../../../application/refusal.ts';
import { RefusedError } from '../refused-error.ts';

/**
 * Answers 405 to a wrong method of a known path, and lists the methods that the path has; OPTIONS only lists
 * them.
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

/** The methods of all routes with the request's path, as the routers noted them. */
function methodsOf(ctx: Context): readonly string[] {
  const matched: readonly { readonly methods: readonly string[] }[] = ctx.matched ?? [];
  return [...new Set(matched.flatMap(({ methods }) => methods))].sort();
}

function methodNotAllowed(method: string): Refusal {
  return refuse('METHOD_NOT_ALLOWED', `${method} is not for this path. Use one of the methods in Allow.`);
}
