import { createHash } from 'node:crypto';

/**
 * A hash of a request's business fields. It tells a repeated request from another request with the same ID. Amounts are hashed
 * as minor units, so `10.0` and `10.00` give the same hash. A body wrapped in `data` gives the same hash as the direct body.
 * Absent and null members are left out, so that stored hashes stay valid when an optional field is added.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

/** Sorts the members of a value by name, because their sequence in the request must not change the hash. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  // A date has no enumerable members. Taken apart like an object, every date would give the same hash.
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
