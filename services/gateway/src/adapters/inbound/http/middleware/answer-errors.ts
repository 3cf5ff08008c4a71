import { errorTable, fail } from '@kassa/contracts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { orderArchived, type Refusal, refuse } from '../../../../application/refusal.ts';
import type { Alerts } from '../../../../ports/alerts.ts';
import { OrderArchived } from '../../../../ports/order-archived.ts';
import { StorageRefused } from '../../../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../../../ports/temporarily-unavailable.ts';
import { RefusedError } from '../refused-error.ts';

/** The value of `Retry-After`, in seconds, for requests that the gateway cannot serve at the moment. */
const RETRY_AFTER_SECONDS = '2';

/**
 * The error middleware, which encloses all handlers and answers every error as JSON. The answer to a refusal contains the
 * refusal's own text. An unexpected error is logged and answered as INTERNAL_ERROR, which reveals nothing about the cause.
 */
export function answerErrors(logger: Logger, alerts: Alerts): Middleware {
  return async function answerError(ctx, next) {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        throw new RefusedError(refuse('NOT_FOUND', `Nothing exists at ${ctx.path}. Check the path.`));
      }
    } catch (error) {
      // The caller has disconnected, for example while sending its body, so there is nobody to answer.
      if (!ctx.writable) return logger.debug({ err: error, requestId: ctx.state.requestId }, 'caller gone');
      if (error instanceof RefusedError) return answer(ctx, error.refusal, error.headers);
      if (error instanceof OrderArchived) return answer(ctx, orderArchived(error.tombstone), {});
      ctx.state.fault = error instanceof Error ? error.name : 'unknown';
      if (error instanceof TemporarilyUnavailable) {
        logger.warn({ err: error, requestId: ctx.state.requestId }, 'temporarily unavailable');
        return answer(
          ctx,
          refuse(
            'UNAVAILABLE',
            'The gateway cannot process the request right now. Repeat the identical request.',
          ),
          { 'Retry-After': RETRY_AFTER_SECONDS },
        );
      }
      if (error instanceof StorageRefused) alerts.raise({ kind: 'storage_refused', error });
      logger.error({ err: error, requestId: ctx.state.requestId, path: ctx.path }, 'unexpected error');
      answer(
        ctx,
        refuse(
          'INTERNAL_ERROR',
          'The gateway failed unexpectedly. Report the request_id to the gateway’s operator.',
        ),
        {},
      );
    }
  };
}

function answer(ctx: Context, refusal: Refusal, headers: Readonly<Record<string, string>>): void {
  ctx.set(headers);
  if (refusal.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(refusal.retryAfterSeconds));
  ctx.state.refusal = refusal.name;
  ctx.status = errorTable[refusal.name].httpStatus;
  ctx.body = fail(refusal.name, {
    detail: refusal.detail,
    request_id: ctx.state.requestId,
    ...(refusal.fields && { fields: [...refusal.fields] }),
    ...(refusal.awaitingResultUntil && {
      awaiting_result_until: refusal.awaitingResultUntil.toISOString(),
    }),
    ...(refusal.stringToSign !== undefined && { debug: { string_to_sign: refusal.stringToSign } }),
  });
}
