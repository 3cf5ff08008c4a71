import type { EventType } from '@kassa/contracts';
import type { LoggedEvent, LogPosition, NewEvent } from './logged-event.ts';

/** A part of a merchant's log. */
export interface LogSpan {
  /** The earliest business time of the events; older events are not kept. */
  readonly keptFrom: Date;
  /** Earliest moment at which the events were logged; null for no beginning. */
  readonly from: Date | null;
  /** The moment before which the events were logged; null for no end. */
  readonly before: Date | null;
  readonly type: EventType | null;
  /** Only events after this position. */
  readonly after: LogPosition | null;
}

/** The durable log of events: each event appears once, until it is removed. */
export interface EventLog {
  /** Appends an event; if an event with this ID is already there, leaves it unchanged and returns `known`. */
  append(event: NewEvent): Promise<'appended' | 'known'>;
  /** An order's events, by sequence. */
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Those of the events that are in the log. */
  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]>;
  /** A merchant's events by position. */
  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]>;
  /** The position of the merchant's last event logged at or before a moment. */
  lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined>;
  /**
   * Removes at most `limit` events that happened before a moment and are delivered or given up; returns how many. An
   * undelivered event stays, however old it is.
   */
  removeEnded(before: Date, limit: number): Promise<number>;
}
