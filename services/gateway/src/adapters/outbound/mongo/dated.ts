import { trusted } from 'mongoose';

/** A time that is earlier than every time that the gateway stores. */
const BEGINNING = new Date(0);

/** A span of time. At least one of its ends is given. */
type Range = { readonly $gte: Date; readonly $lt?: Date } | { readonly $lte: Date } | { readonly $lt: Date };

/**
 * A condition for a field that contains a time only in some documents, and has a partial index of these documents. MongoDB uses
 * such an index only for a search that repeats the index's condition, which is `$type`. DocumentDB also needs a range; `$type`
 * alone makes it read the whole collection.
 */
export function dated(range: Range = { $gte: BEGINNING }) {
  return trusted({ $type: 'date' as const, ...range });
}
