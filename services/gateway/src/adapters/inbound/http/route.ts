import { compileValidator, succeed } from '@kassa/contracts';
import type { BodyOf, DataOf, EnvelopeEndpoint, PathOf, QueryOf } from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { jsonBodyOf } from './json-body.ts';
import { requireRole } from './middleware/authenticate-operators.ts';
import { asStepOf } from './middleware/trace-requests.ts';
import { orInvalid, queryOf } from './request-reading.ts';

/** A request to an endpoint, with its path, query and body already validated by the endpoint's schemas. */
export interface Call<Of extends EnvelopeEndpoint> {
  readonly ctx: Context;
  readonly path: PathOf<Of>;
  readonly query: QueryOf<Of>;
  readonly body: BodyOf<Of>;
}

/** A handler returns this if it has already written the answer itself, for example a file instead of JSON. */
export const alreadyAnswered = Symbol('already answered');

export type Handler<OneCall, Of extends EnvelopeEndpoint> = (
  call: OneCall,
) => Answer<Of> | Promise<Answer<Of>>;

type Answer<Of extends EnvelopeEndpoint> = DataOf<Of> | typeof alreadyAnswered;

/**
 * Serves an endpoint of `@kassa/contracts`: validates the request, calls the handler, and wraps the handler's data in the
 * envelope that all JSON answers have.
 *
 * @param before middleware that runs before the request is read, such as a rate limit
 */
export function route<Of extends EnvelopeEndpoint>(
  router: Router,
  endpoint: Of,
  handle: Handler<Call<Of>, Of>,
  ...before: readonly Middleware[]
): void {
  const validate = endpoint.body && compileValidator(endpoint.body);
  const readBody = (ctx: Context) => ({
    body: (validate && orInvalid(validate(jsonBodyOf(ctx)))) as BodyOf<Of>,
  });
  routeReading(router, endpoint, readBody, handle, ...before);
}

/**
 * Serves an endpoint whose body is read in a special way, such as a signed body. `readBody` reads the body, and the handler
 * gets what it returns. In all other respects, this is like `route`.
 */
export function routeReading<Of extends EnvelopeEndpoint, FromBody>(
  router: Router,
  endpoint: Of,
  readBody: (ctx: Context) => FromBody,
  handle: Handler<Omit<Call<Of>, 'body'> & FromBody, Of>,
  ...before: readonly Middleware[]
): void {
  const validateQuery = endpoint.query && compileValidator(endpoint.query);
  register(router, endpoint, ...before, async (ctx) => {
    const call = {
      ctx,
      path: ctx.params as PathOf<Of>,
      query: (validateQuery && orInvalid(validateQuery(queryOf(ctx)))) as QueryOf<Of>,
      ...readBody(ctx),
    };
    const data = await asStepOf(ctx, endpoint.id, async () => handle(call));
    if (data !== alreadyAnswered) ctx.body = succeed(data);
  });
}

/** Registers handlers for an endpoint's method and path. They run only if the operator has the endpoint's role. */
export function register(
  router: Router,
  { method, path, role }: Pick<EnvelopeEndpoint, 'method' | 'path' | 'role'>,
  ...handlers: readonly Middleware[]
): void {
  const before = role === undefined ? [] : [requireRole(role)];
  router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], [...before, ...handlers]);
}
