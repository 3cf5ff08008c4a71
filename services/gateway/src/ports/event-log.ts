import type { EventType } from '@kassa/contracts';
import type { LoggedEvent, LogPosition, NewEvent } from './logged-event.ts';

/** A part of a merchant's log. */
export interface LogSpan {
  /**
   * Only events that happened at this time or later, in business time (which testers can move forward in a sandbox). Older
   * events are left out, even if they are still stored, because the gateway promises to keep events only for a limited time.
   */
  readonly keptFrom: Date;
  /** Only events that entered the log at this time or later; null for no limit. */
  readonly from: Date | null;
  /** Only events that entered the log before this time; null for no limit. */
  readonly before: Date | null;
  readonly type: EventType | null;
  /** Only events after this position. */
  readonly after: LogPosition | null;
  /**
   * The time before which the log was complete when the call began: no event with an earlier time can still enter the log. So a
   * caller can read the part of the span before this time in several steps without missing an event.
   */
  readonly completeUpTo: Date;
}

/** The durable log of events. It contains each event only once, and keeps it at least until its retention time has passed. */
export interface EventLog {
  /**
   * Appends an event to the log. If the log already has an event with this ID, the stored event stays unchanged and the result
   * is `known`.
   */
  append(event: NewEvent): Promise<'appended' | 'known'>;
  /** An order's events, by sequence. */
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Returns the events with the given IDs. IDs of events that are not in the log are left out. */
  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]>;
  /** A merchant's events by position. */
  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]>;
  /**
   * Returns the position of the merchant's latest event that entered the log at or before the given time. The log must be
   * complete up to this time.
   */
  lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined>;
  /**
   * Removes at most `limit` events that happened before the given time and whose delivery has ended. Returns how many were
   * removed. An event that is still to be delivered stays, however old it is.
   */
  removeEnded(before: Date, limit: number): Promise<number>;
}
