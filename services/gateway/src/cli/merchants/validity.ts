import { ORDER_VALIDITY_SECONDS } from '@kassa/contracts';
import { readDuration, spokenDuration } from '@kassa/contracts/terminal';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Converts the validity of a merchant's orders, which is the time that consumers have to pay, to seconds.
 *
 * @param duration such as 45m
 * @throws {CliError} when the text is not a duration, or the duration is not allowed for orders
 */
export function validitySeconds(duration: string): number {
  const seconds = readDuration(duration);
  if (seconds === undefined) {
    throw new CliError('usage', `${duration} is not a duration. Write it like 90s, 30m or 2h.`);
  }
  const { minimum, maximum } = ORDER_VALIDITY_SECONDS;
  if (seconds < minimum || seconds > maximum) {
    const range = `from ${spokenDuration(minimum)} to ${spokenDuration(maximum)}`;
    throw new CliError('usage', `The duration must be ${range}, but it is ${duration}.`);
  }
  return seconds;
}
