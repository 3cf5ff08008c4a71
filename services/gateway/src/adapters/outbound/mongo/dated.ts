import { trusted } from 'mongoose';

/** Every moment that the gateway stores is later. */
const BEGINNING = new Date(0);

/** A part of time. At least one end is given. */
type Range = { readonly $gte: Date; readonly $lt?: Date } | { readonly $lte: Date } | { readonly $lt: Date };

/**
 * A condition for a field that holds a moment in some documents only, and has a partial index of these. MongoDB uses such an
 * index only for a search that repeats its condition, which is `$type`. DocumentDB also needs a range; `$type` alone makes it
 * read the whole collection.
 */
export function dated(range: Range = { $gte: BEGINNING }) {
  return trusted({ $type: 'date' as const, ...range });
}
