import type { AttentionFailure, ParkedWork } from '../../domain/parked-work.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { OrderFull } from '../../ports/order-full.ts';
import { StorageRefused } from '../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { EarlierReportMissing } from '../channels/earlier-report-missing.ts';
import { LateReport } from '../channels/late-report.ts';

const MOST_OF_REASON = 500;
/**
 * The maximum length of the stored reason if work failed because an order was full. This reason may be longer than others,
 * because it contains the channel's reports that the order could not store.
 */
const MOST_OF_REPORTS = 2_000;

/** One item of a duty's work: how to process it, and how to postpone it if this fails. */
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
    const failure = failureOf(error);
    const isOrdinary = failure.kind === 'waiting' || failure.kind === 'archived';
    if (!isOrdinary) alerts.raise({ kind: 'duty_failed', duty, item, error });
    for (const refused of errorsOf(error).filter((each) => each instanceof StorageRefused)) {
      alerts.raise({ kind: 'storage_refused', duty, item, error: refused });
    }
    try {
      const parked = await work.putOff(failure);
      if (parked !== null) alerts.raise({ kind: 'work_parked', duty, item, reason: parked.reason });
    } catch (putOffError) {
      alerts.raise({ kind: 'duty_failed', duty, item, error: putOffError });
    }
  }
}

/**
 * Returns why processing an item failed: `passing` if only services that the gateway depends on were unavailable, `no_room` if
 * the order was full or its document too large, `archived` if the order was archived and removed, `waiting` if an earlier
 * report about the order is missing, and otherwise `fault`.
 *
 * A `passing` failure is always retried, so that all work continues after an outage. After `no_room` or `archived`, the item is
 * not retried: it immediately waits for an operator. If the order was full and a service was also unavailable, the result is
 * `fault`, so that the item is retried first.
 */
function failureOf(error: unknown): AttentionFailure {
  if (error instanceof EarlierReportMissing) {
    const { orderId, paymentReference, message } = error;
    const missing = paymentReference === undefined ? {} : { paymentReference };
    return { kind: 'waiting', orderId, ...missing, reason: message.slice(0, MOST_OF_REASON) };
  }
  if (error instanceof LateReport) {
    return { kind: 'archived', reason: error.message.slice(0, MOST_OF_REPORTS) };
  }
  const errors = errorsOf(error);
  const full = errors.filter(isTooLarge).map(({ message }) => message);
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

function errorsOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

function isTooLarge(error: unknown): error is Error {
  return error instanceof OrderFull || (error instanceof StorageRefused && error.refusal === 'too_large');
}
