import type { Context } from 'koa';
import { ApiError } from './api-error.ts';

const maximumLimit = 1_000;
const usualLimit = 100;

export function referenceOf(context: Context): string | undefined {
  const { reference } = context.query;
  if (Array.isArray(reference)) throw new ApiError('invalid_request', 'Send `reference` once.');
  return reference;
}

/** `limit`: 1 to 1000, usually 100. */
export function limitOf(context: Context): number {
  const { limit } = context.query;
  if (limit === undefined) return usualLimit;
  const number = typeof limit === 'string' && /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > maximumLimit)
    throw new ApiError('invalid_request', `\`limit\` is a number from 1 to ${maximumLimit}.`);
  return number;
}
