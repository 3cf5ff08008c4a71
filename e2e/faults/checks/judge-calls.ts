import type { CheckContext } from '../report/fault-run.ts';
import type { RecordedCall } from '../traffic/call-recorder.ts';

/**
 * Maximum time that a call to the gateway may take. The gateway ends a database operation after at most 15 s. The rest of the
 * time is for a second database operation, which may be needed to report the failure.
 */
const LONGEST_CALL_MS = 20_000;
const SHOWN = 8;

/**
 * Checks the calls to the gateway while its database or channel was down. Every call must have been answered: with success,
 * with 503 and a Retry-After header, or with 502 if the channel did not answer.
 */
export function judgeCalls(context: CheckContext, calls: readonly RecordedCall[]): void {
  const complaints = calls.flatMap((call) => complaintAbout(call) ?? []);
  context.measure('calls', calls.length);
  context.measure(
    'refused for now',
    calls.filter(({ outcome }) => outcome.kind === 'answered' && outcome.status === 503).length,
  );
  context.measure('longest call s', Math.max(0, ...calls.map(({ tookMs }) => tookMs)) / 1000);
  for (const complaint of complaints.slice(0, SHOWN)) context.fault(complaint);
  if (complaints.length > SHOWN) context.fault(`and ${complaints.length - SHOWN} more calls`);
}

function complaintAbout({ method, path, tookMs, outcome, instance }: RecordedCall): string | undefined {
  const call = `${method} ${path} at ${instance.name} after ${(tookMs / 1000).toFixed(1)} s`;
  if (outcome.kind === 'broken') return `${call}: no answer: ${outcome.reason}`;
  if (outcome.status === 503 && outcome.retryAfter === null) return `${call}: 503 without Retry-After`;
  if (outcome.status >= 500 && outcome.status !== 503 && outcome.status !== 502) {
    return `${call}: status ${outcome.status}`;
  }
  return tookMs > LONGEST_CALL_MS ? `${call}: too late` : undefined;
}
