const second = 1;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between the delivery attempts of a webhook: thirteen attempts, twelve waits, over more than 75 hours. */
export const webhookWaitsSeconds: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
];

const JITTER = 0.1;
/** A receiver may ask for a longer wait, but not for more than the longest wait of the schedule. */
const MAX_RETRY_AFTER_SECONDS = 24 * hour;

/**
 * How long to wait after a failed attempt, ±10 %; null at the end of the schedule.
 *
 * @param failures attempts that have failed so far, including this one
 *
 * @param chance a random number from 0 to 1
 */
export function webhookWaitSeconds(
  failures: number,
  retryAfterSeconds: number | null,
  chance: number,
): number | null {
  const wait = webhookWaitsSeconds[failures - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 + JITTER * (2 * chance - 1));
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
}
