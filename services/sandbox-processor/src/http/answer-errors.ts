import type { Middleware } from 'koa';
import { ApiError } from './api-error.ts';

/**
 * The outermost middleware. It turns every error into an answer, which reveals nothing about how the processor works inside.
 */
export function answerErrors(): Middleware {
  return async function answerError(context, next) {
    try {
      await next();
      if (context.status === 404 && context.body === undefined)
        throw new ApiError('not_found', `Nothing exists at ${context.method} ${context.path}.`);
    } catch (error) {
      const answer =
        error instanceof ApiError ? error : unexpected(error, `${context.method} ${context.path}`);
      context.status = answer.status;
      context.body = answer.body;
    }
  };
}

function unexpected(error: unknown, call: string): ApiError {
  console.error(`Sandbox processor: ${call} failed.`, error);
  return new ApiError(
    'internal_error',
    'An internal error occurred. Repeat the call with the same Idempotency-Key.',
  );
}
