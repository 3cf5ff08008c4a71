import type { AttentionFailure, ParkedWork } from '../../domain/parked-work.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { OrderFull } from '../../ports/order-full.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';

const MOST_OF_REASON = 500;
/** Longer, because it contains the channel's reports that the order could not take. */
const MOST_OF_REPORTS = 2_000;

/** How a duty does one item of its work, and what it does with an item that fails. */
export interface DutyItem {
  /** The duty's name. */
  readonly duty: string;
  /** Names the item in alerts. */
  readonly item: string;
  attend(): Promise<unknown>;
  putOff(failure: AttentionFailure): Promise<ParkedWork | null>;
}

/**
 * Processes one item of a duty's work. An item that fails is reported and postponed, so that it does not delay the other items.
 */
export async function attendOrPutOff(alerts: Alerts, { duty, item, ...work }: DutyItem): Promise<void> {
  try {
    await work.attend();
  } catch (error) {
    alerts.raise({ kind: 'duty_failed', duty, item, error });
    try {
      const parked = await work.putOff(failureOf(error));
      if (parked !== null) alerts.raise({ kind: 'work_parked', duty, item, reason: parked.reason });
    } catch (putOffError) {
      alerts.raise({ kind: 'duty_failed', duty, item, error: putOffError });
    }
  }
}

/**
 * Says whether the item itself failed, or only a service that the gateway depends on. An item is never parked because of such a
 * service: after the outage, everything continues by itself. An order that is full is parked at once. If such a service also
 * holds up other work of that order, that work continues first.
 */
function failureOf(error: unknown): AttentionFailure {
  const errors = error instanceof AggregateError ? error.errors : [error];
  const full = errors.filter((each) => each instanceof OrderFull).map(({ message }) => message);
  if (full.length > 0 && !errors.some((each) => each instanceof TemporarilyUnavailable)) {
    return { kind: 'no_room', reason: [...new Set(full)].join('; ').slice(0, MOST_OF_REPORTS) };
  }
  const fault = errors.find((each) => !(each instanceof TemporarilyUnavailable));
  if (fault === undefined) return { kind: 'passing' };
  return {
    kind: 'fault',
    reason: (fault instanceof Error ? fault.message : String(fault)).slice(0, MOST_OF_REASON),
  };
}
