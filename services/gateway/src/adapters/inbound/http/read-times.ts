import { refused } from './refused-error.ts';

/**
 * The moment that a member names, or INVALID_REQUEST naming it. Its form was validated already; a leap
 * second, which RFC 3339 allows, is no moment that a computer's clock has.
 *
 * @param text RFC 3339
 */
export function readMoment(path: string, text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) {
    throw refused('INVALID_REQUEST', `${path} must be a real date and time, RFC 3339.`, [
      { path, message: 'must be a real date and time, RFC 3339' },
    ]);
  }
  return moment;
}

/** The same for a member that may be left out. */
export function readOptionalMoment(path: string, text: string | undefined): Date | null {
  return text === undefined ? null : readMoment(path, text);
}

/** Reads `yyyyMMddHHmmss` as UTC (interface, section 2.2); undefined for a date that does not exist. */
export function readCompactTime(text: string): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(iso);
  // An impossible day such as 31 February rolls over instead of failing; then it reads back differently.
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? time : undefined;
}
