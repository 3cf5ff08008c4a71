import { createHash } from 'node:crypto';

/**
 * A hash of a request's business fields. It distinguishes a repeated request from a different request with the same ID. Amounts
 * are hashed as minor units, so `10.0` and `10.00` give the same hash. Members without a value are left out, so that stored
 * hashes stay valid when the interface gets a new optional field.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

/** Sorts the members of a value by name, because the order of the members in a request must not change its hash. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  // Handle dates before objects. A date has no enumerable members, so if dates were hashed as objects, all of them would have
  // the same hash.
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
