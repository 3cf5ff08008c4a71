const second = 1;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits between the attempts to deliver a webhook: twelve waits between thirteen attempts, more than 75 hours in all. */
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
/** The longest wait that a receiver can ask for with `Retry-After`. It equals the longest wait of the retry schedule. */
const MAX_RETRY_AFTER_SECONDS = 24 * hour;

/**
 * Returns how long to wait after a failed attempt to deliver a webhook, ±10 %; null at the end of the retry schedule.
 *
 * @param failures the number of attempts that have failed so far, including this one
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
