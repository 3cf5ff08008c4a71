import { localRefusal } from '../errors/local-refusal.ts';
import type { MerchantPath, MerchantTarget } from './merchant-path.ts';

/** A moment: a Date, or its text in RFC 3339. */
export type Moment = Date | string;

/** The text of a moment as the wire has it; undefined stays so. */
export function momentText(path: string, moment: Moment | undefined): string | undefined {
  if (!(moment instanceof Date)) return moment;
  if (Number.isNaN(moment.getTime())) {
    throw localRefusal('INVALID_REQUEST', path, 'is an invalid Date');
  }
  return moment.toISOString();
}

/**
 * Writes a path with its query, which is signed exactly as it is sent. Members that are undefined are left
 * out; the gateway judges the rest.
 */
export function pathWithQuery(
  path: MerchantPath,
  members: Readonly<Record<string, string | number | undefined>>,
): MerchantTarget {
  const pairs = Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw localRefusal('INVALID_REQUEST', name, 'must be a text or a number');
    }
    const text = String(value);
    if (!text.isWellFormed()) {
      throw localRefusal('INVALID_REQUEST', name, 'holds half of a surrogate pair');
    }
    return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
