import { compileValidator, succeed } from '@kassa/contracts';
import type { BodyOf, DataOf, EnvelopeEndpoint, PathOf, QueryOf } from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { jsonBodyOf } from './json-body.ts';
import { orInvalid, queryOf } from './request-reading.ts';

/** A request to an endpoint, validated by the endpoint's schemas. */
export interface Call<Of extends EnvelopeEndpoint> {
  readonly ctx: Context;
  readonly path: PathOf<Of>;
  readonly query: QueryOf<Of>;
  readonly body: BodyOf<Of>;
}

/** A handler returns this after it has written the answer itself, such as a file instead of the envelope. */
export const alreadyAnswered = Symbol('already answered');

export type Handler<OneCall, Of extends EnvelopeEndpoint> = (
  call: OneCall,
) => Answer<Of> | Promise<Answer<Of>>;

type Answer<Of extends EnvelopeEndpoint> = DataOf<Of> | typeof alreadyAnswered;

/**
 * Serves an endpoint of the contracts: parses and validates the request, calls the handler, and answers in the
 * envelope.
 *
 * @param before runs before the request is read, such as a limit
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

/** Does the same, but `readBody` supplies the part of the call that comes from the body. */
export function routeReading<Of extends EnvelopeEndpoint, FromBody>(
  router: Router,
  endpoint: Of,
  readBody: (ctx: Context) => FromBody,
  handle: Handler<Omit<Call<Of>, 'body'> & FromBody, Of>,
  ...before: readonly Middleware[]
): void {
  const validateQuery = endpoint.query && compileValidator(endpoint.query);
  register(router, endpoint, ...before, async (ctx) => {
    const data = await handle({
      ctx,
      path: ctx.params as PathOf<Of>,
      query: (validateQuery && orInvalid(validateQuery(queryOf(ctx)))) as QueryOf<Of>,
      ...readBody(ctx),
    });
    if (data !== alreadyAnswered) ctx.body = succeed(data);
  });
}

/** Registers handlers under the method and the path of an endpoint. */
export function register(
  router: Router,
  { method, path }: Pick<EnvelopeEndpoint, 'method' | 'path'>,
  ...handlers: readonly Middleware[]
): void {
  router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], [...handlers]);
}
