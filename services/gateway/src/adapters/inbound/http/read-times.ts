import { refused } from './refused-error.ts';

/**
 * Parses a member of a request as a point in time, or refuses it as INVALID_REQUEST. The schema has already validated
 * the format. But RFC 3339 allows leap seconds, which JavaScript's `Date` cannot express, so parsing can still fail.
 *
 * @param text the time in RFC 3339
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

/** The same for an optional member. */
export function readOptionalMoment(path: string, text: string | undefined): Date | null {
  return text === undefined ? null : readMoment(path, text);
}

/**
 * Parses `yyyyMMddHHmmss` as a time in UTC (section 2.2 of the interface specification that Kassa implements). Returns
 * undefined for a date that does not exist.
 */
export function readCompactTime(text: string): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(iso);
  // Refuse an impossible day such as 31 February. `Date` turns it into a day in March, so the parsed time, when it is formatted
  // again, differs from the input.
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? time : undefined;
}
