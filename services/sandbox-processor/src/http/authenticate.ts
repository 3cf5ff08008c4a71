import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { ApiError } from './api-error.ts';

/** Admits only callers that send the API key: `Authorization: Bearer <apiKey>`. */
export function authenticate(apiKey: string): Middleware {
  const expected = digest(`Bearer ${apiKey}`);
  return async function checkApiKey(context, next) {
    if (!timingSafeEqual(digest(context.get('Authorization')), expected)) {
      context.set('WWW-Authenticate', 'Bearer');
      throw new ApiError('unauthorized', 'Send the API key as `Authorization: Bearer <key>`.');
    }
    await next();
  };
}

/** A hash of a key. Hashes have equal lengths, so comparing them takes the same time for every guess. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
