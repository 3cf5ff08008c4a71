import type { EventType } from '@kassa/contracts';
import type { LoggedEvent, LogPosition, NewEvent } from './logged-event.ts';

/** A part of a merchant's log. */
export interface LogSpan {
  /**
   * The earliest business time of the events. Older events are past their retention and are left out, even if they are still
   * stored.
   */
  readonly keptFrom: Date;
  /** The events were logged at this moment or later; null for no limit. */
  readonly from: Date | null;
  /** The events were logged before this moment; null for no limit. */
  readonly before: Date | null;
  readonly type: EventType | null;
  /** Only events after this position. */
  readonly after: LogPosition | null;
}

/** The durable log of events. Each event appears in it once and stays until its retention ends. */
export interface EventLog {
  /**
   * Appends an event to the log. If the log already has an event with this ID, the stored event stays unchanged and the result
   * is `known`.
   */
  append(event: NewEvent): Promise<'appended' | 'known'>;
  /** An order's events, by sequence. */
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Those of the events that are in the log. */
  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]>;
  /** A merchant's events by position. */
  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]>;
  /** The position of the merchant's latest event that was logged at or before a moment. */
  lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined>;
  /**
   * Removes at most `limit` events that happened before a moment and whose delivery has ended. Returns the number of removed
   * events. An event that is still to be delivered stays, however old it is.
   */
  removeEnded(before: Date, limit: number): Promise<number>;
}
