import type { ArchivedOrder } from '../../../ports/order-archive.ts';

/**
 * An archived order is written as JSON, in which a date is `{"$date":"2026-11-26T10:00:00.000Z"}`, as in MongoDB's own JSON. So
 * a date cannot be confused with a string that looks like a date.
 */
const DATE = '$date';

export function lineOf(archived: ArchivedOrder): string {
  return JSON.stringify(plain(archived));
}

/** @throws {Error} when the text is not exactly what `lineOf` writes */
export function readLine(line: string): ArchivedOrder {
  const archived = revived(JSON.parse(line)) as ArchivedOrder;
  // The same order could be written as JSON in many ways. Accept only exactly what `lineOf` writes. A line then cannot contain
  // anything else, such as a member that occurs twice.
  if (lineOf(archived) !== line) throw new Error('it is not written in the form of this archive');
  return archived;
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return { [DATE]: value.toISOString() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.some(([name]) => name.startsWith('$'))) throw new Error('a member’s name begins with $');
  return Object.fromEntries(entries.map(([name, member]) => [name, plain(member)]));
}

function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, member] = []] = entries;
  if (entries.length === 1 && name === DATE && typeof member === 'string') return new Date(member);
  return Object.fromEntries(entries.map(([each, inner]) => [each, revived(inner)]));
}
