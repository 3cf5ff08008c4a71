import type { CheckContext } from '../report/fault-run.ts';
import type { RecordedCall } from '../traffic/call-recorder.ts';

/**
 * Reports every recorded call that was cut off or was answered with an error. For traffic in which no call may fail.
 *
 * @param errorsFrom the lowest HTTP status that counts as an error: 500 if the traffic contains calls that the gateway must
 * refuse
 */
export function tellFailedCalls(
  context: CheckContext,
  calls: readonly RecordedCall[],
  errorsFrom: 400 | 500 = 400,
): void {
  context.measure('requests', calls.length);
  for (const { method, path, instance, outcome } of calls) {
    if (outcome.kind === 'answered' && outcome.status < errorsFrom) continue;
    const what = outcome.kind === 'broken' ? outcome.reason : `status ${outcome.status}`;
    context.fault(`${method} ${path} at ${instance.name} failed: ${what}`);
  }
}
