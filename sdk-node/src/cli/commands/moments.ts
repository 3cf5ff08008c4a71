import { readDuration } from '@kassa/contracts/terminal';
import { CliError } from '../cli-error.ts';

/**
 * Reads a point in time that the user gave: either an RFC 3339 time, or a duration before now, such as `2h`.
 *
 * @param option the option's name, for error messages
 * @throws {CliError} when the text is neither
 */
export function readMoment(text: string, option: string, now: Date): Date {
  const seconds = readDuration(text);
  if (seconds !== undefined) return new Date(now.getTime() - seconds * 1000);
  const moment = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  throw new CliError(
    'usage',
    `${option}: "${text}" is not a valid time. Write 2h for two hours ago, or 2026-11-22T09:30:00Z.`,
  );
}
