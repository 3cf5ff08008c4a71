import type { Context } from 'koa';
import type { BookPosition, BookSpan } from '../store/payment-books.ts';
import { ApiError } from './api-error.ts';

const maximumLimit = 1_000;
const usualLimit = 100;

export function referenceOf(context: Context): string | undefined {
  const { reference } = context.query;
  if (Array.isArray(reference)) throw new ApiError('invalid_request', 'Send `reference` once.');
  return reference;
}

/** Reads the query parameter `limit`, the number of entries to return. It is from 1 to 1000, and 100 by default. */
export function limitOf(context: Context): number {
  const { limit } = context.query;
  if (limit === undefined) return usualLimit;
  const number = typeof limit === 'string' && /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > maximumLimit)
    throw new ApiError('invalid_request', `\`limit\` is a number from 1 to ${maximumLimit}.`);
  return number;
}

/**
 * Reads a span of time from the query: `from` and `to` in RFC 3339. For a further page, `after` is the position at which the
 * previous page ended. Undefined if the query has no span.
 */
export function spanOf(context: Context): BookSpan | undefined {
  const { from, to, after } = context.query;
  if (from === undefined && to === undefined) return undefined;
  return { from: momentOf(from), to: momentOf(to), after: after === undefined ? null : positionOf(after) };
}

/** Returns the position after which the next page of a list starts. Null if the list has ended. */
export function nextOf(entries: readonly BookPosition[], limit: number): string | null {
  const last = entries.at(-1);
  return last === undefined || entries.length < limit ? null : `${last.at.getTime()}_${last.id}`;
}

type QueryValue = string | string[] | undefined;

function momentOf(text: QueryValue): Date {
  const moment = new Date(typeof text === 'string' ? text : Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new ApiError('invalid_request', 'Send `from` and `to`, each once, in RFC 3339.');
  return moment;
}

function positionOf(text: QueryValue): BookPosition {
  const [, at, id] = /^([0-9]{1,15})_(\w{1,64})$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (at === undefined || id === undefined)
    throw new ApiError('invalid_request', '`after` must be the `next` of the previous page.');
  return { at: new Date(Number(at)), id };
}
