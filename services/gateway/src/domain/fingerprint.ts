import { createHash } from 'node:crypto';

/**
 * A hash of a request's business fields, which distinguishes a repeated request from another request with the
 * same ID. Amounts are hashed as minor units, so `10.0` and `10.00` give the same hash, and so do the direct and
 * the `data`-wrapped form. Absent and null members are left out, so that older hashes stay valid when an optional
 * field is added.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

/** The order of members in the request does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  // A date has no members. If it were taken apart like an object, all dates would look the same.
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
