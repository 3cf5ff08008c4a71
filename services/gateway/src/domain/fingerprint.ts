import { createHash } from 'node:crypto';

/**
 * A hash of a request's business fields, by which a repetition is told from another request under the
 * same number. Amounts go in as minor units, so `10.0` and `10.00` are the same request; so are the direct
 * and the `data`-wrapped form. A member that is absent or null counts for nothing, so that a fingerprint
 * taken before an optional field was added still stands.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

/** The order in which members were written says nothing about the request. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  // A date has no members of its own: taken apart like an object, all dates would be alike.
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
