import { addSeconds } from './schedule.ts';

const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 600;

/**
 * When something that could not be attended is to be tried again: after 5 s, doubling with each failure,
 * at most 10 minutes. Without it what always fails would head the list of what is due for ever.
 *
 * @param failures failures so far, this one included
 */
export function tryAgainAt(failures: number, now: Date): Date {
  return addSeconds(now, Math.min(FIRST_SECONDS * 2 ** (failures - 1), LONGEST_SECONDS));
}
