import { trusted } from 'mongoose';

/** A time that is earlier than every time that the gateway stores. */
const BEGINNING = new Date(0);

/** A span of time. At least one of its ends is given. */
type Range = { readonly $gte: Date; readonly $lt?: Date } | { readonly $lte: Date } | { readonly $lt: Date };

/**
 * A condition for a field that contains a time only in some documents. The field has a partial index of those documents.
 * MongoDB uses a partial index only for a search that repeats the index's condition, which is `$type`. DocumentDB also needs a
 * range: with `$type` alone, it reads the whole collection.
 */
export function dated(range: Range = { $gte: BEGINNING }) {
  return trusted({ $type: 'date' as const, ...range });
}
