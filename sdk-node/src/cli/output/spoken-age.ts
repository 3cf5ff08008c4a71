import { spokenDuration } from '@kassa/contracts/terminal';

/** The two largest parts say enough. */
const MOST_PARTS = 2;

/** How far a point in time is from now, as people say it: `3s ago`, `in 2h 5m`. */
export function spokenAge(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (seconds === 0) return 'just now';
  return offsetMs < 0
    ? `${spokenDuration(seconds, MOST_PARTS)} ago`
    : `in ${spokenDuration(seconds, MOST_PARTS)}`;
}
