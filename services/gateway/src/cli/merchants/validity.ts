import { ORDER_VALIDITY_SECONDS } from '@kassa/contracts';
import { readDuration, spokenDuration } from '@kassa/contracts/terminal';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Converts a duration to seconds, for how long orders can be paid.
 *
 * @param duration for example 45m
 * @throws {CliError} when it is not a duration, or orders cannot have it
 */
export function validitySeconds(duration: string): number {
  const seconds = readDuration(duration);
  if (seconds === undefined) {
    throw new CliError('usage', `${duration} is not a duration. Write it like 90s, 30m or 2h.`);
  }
  const { minimum, maximum } = ORDER_VALIDITY_SECONDS;
  if (seconds < minimum || seconds > maximum) {
    const range = `from ${spokenDuration(minimum)} to ${spokenDuration(maximum)}`;
    throw new CliError('usage', `Orders can be paid for ${range}; ${duration} is not within that.`);
  }
  return seconds;
}
