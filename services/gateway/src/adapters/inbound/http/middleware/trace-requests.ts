import type { Context, Middleware } from 'koa';
import type { Tracing } from '../../../../ports/tracing.ts';
import { routeOf } from './measure-requests.ts';

/** The calls that work for a merchant, a consumer, a channel or an operator. Pages, files and health checks are not recorded. */
const recorded = /^\/(?:api|admin)\/|^\/checkout\/[^/]+\/return\//;

/**
 * Records each call as a step. The step does not become a part of the caller's trace: `traceparent` is not signed, and a caller
 * who can choose the trace could also make the gateway record every call. A merchant's `traceparent` becomes a link once the
 * merchant is known (`authenticate-merchants.ts`).
 */
export function traceRequests(tracing: Tracing): Middleware {
  return async function traceRequest(ctx, next) {
    if (!recorded.test(ctx.path)) return next();
    const facts = { httpMethod: ctx.method };
    await tracing.step({ name: ctx.method, kind: 'serves', facts, belongsTo: 'none' }, async () => {
      ctx.state.tracing = tracing;
      await next();
      const route = routeOf(ctx);
      const fault: unknown = ctx.state.fault ?? (ctx.status >= 500 ? String(ctx.status) : undefined);
      tracing.note({
        ...facts,
        requestId: ctx.state.requestId,
        httpStatus: ctx.status,
        ...(route !== undefined && { httpRoute: route }),
        ...(typeof ctx.state.refusal === 'string' && { result: ctx.state.refusal }),
        ...(typeof fault === 'string' && { fault }),
      });
    });
  };
}

/** Records the work of an endpoint as a separate step, which does not include reading and checking the request. */
export function asStepOf<Result>(ctx: Context, name: string, work: () => Promise<Result>): Promise<Result> {
  const tracing: Tracing | undefined = ctx.state.tracing;
  return tracing === undefined ? work() : tracing.step({ name, kind: 'works', facts: {} }, work);
}
