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
