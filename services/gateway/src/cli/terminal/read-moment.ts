import { InvalidArgumentError } from 'commander';

/**
 * Reads a point in time from a command's option. The text must include a time zone, so that nobody can mistake the time for
 * local time.
 *
 * @throws {InvalidArgumentError} when the text is not a time with a time zone
 */
export function readMoment(text: string): string {
  const moment = new Date(/(Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? text : '');
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('An example is 2026-11-23T10:31Z.');
  return moment.toISOString();
}
