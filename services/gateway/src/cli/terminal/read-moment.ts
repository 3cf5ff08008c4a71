import { InvalidArgumentError } from 'commander';

/**
 * Reads a command's option that names a time. The time must name its zone, so that it cannot be taken for local time.
 *
 * @throws {InvalidArgumentError} when the text is not such a time
 */
export function readMoment(text: string): string {
  const moment = new Date(/(Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? text : '');
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('An example is 2026-11-23T10:31Z.');
  return moment.toISOString();
}
