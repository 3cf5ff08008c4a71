import { localRefusal } from '../errors/local-refusal.ts';
import type { MerchantPath, MerchantTarget } from './merchant-path.ts';

/** A point in time: a Date or an RFC 3339 string. */
export type Moment = Date | string;

/** A point in time as an RFC 3339 string; undefined if it was undefined. */
export function momentText(path: string, moment: Moment | undefined): string | undefined {
  if (!(moment instanceof Date)) return moment;
  if (Number.isNaN(moment.getTime())) {
    throw localRefusal('INVALID_REQUEST', path, 'is an invalid Date');
  }
  return moment.toISOString();
}

/**
 * Appends query parameters to a path. The request's signature covers the result, so it must be sent unchanged. Parameters that
 * are undefined are left out; the gateway validates the others.
 */
export function pathWithQuery(
  path: MerchantPath,
  members: Readonly<Record<string, string | number | undefined>>,
): MerchantTarget {
  const pairs = Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw localRefusal('INVALID_REQUEST', name, 'must be a string or a number');
    }
    const text = String(value);
    if (!text.isWellFormed()) {
      throw localRefusal('INVALID_REQUEST', name, 'contains half of a surrogate pair');
    }
    return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
