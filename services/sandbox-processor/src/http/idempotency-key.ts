import type { Context } from 'koa';
import { ApiError } from './api-error.ts';

/** Reads the header `Idempotency-Key`, which a call must have. The key consists of 1 to 255 visible ASCII characters. */
export function idempotencyKey(context: Context): string {
  const key = context.get('Idempotency-Key');
  if (key === '')
    throw new ApiError('idempotency_key_missing', 'Send an `Idempotency-Key` header with every POST call.');
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ApiError('invalid_request', 'The Idempotency-Key has 1 to 255 visible ASCII characters.');
  return key;
}
