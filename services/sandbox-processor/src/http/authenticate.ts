import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { ApiError } from './api-error.ts';

/** Admits only callers that send the API key, as `Authorization: Bearer <apiKey>`. */
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

/** A hash of an API key. All hashes have the same length, so the time to compare them says nothing about the key. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
