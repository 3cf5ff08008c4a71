import type { EventType } from '@kassa/contracts';
import type { LoggedEvent, LogPosition, NewEvent } from './logged-event.ts';

/** A part of a merchant's log. */
export interface LogSpan {
  /** What happened at this moment of business time or later; nothing older is kept. */
  readonly keptFrom: Date;
  /** Logged at this moment or later; null for no beginning. */
  readonly from: Date | null;
  /** Logged before this moment; null for no end. */
  readonly before: Date | null;
  readonly type: EventType | null;
  /** Only what stands behind this position. */
  readonly after: LogPosition | null;
}

/** The durable log of events: each appears once, and stays for as long as it is kept. */
export interface EventLog {
  /** Appends an event; one with this ID that is there already is left as it is, and `known`. */
  append(event: NewEvent): Promise<'appended' | 'known'>;
  /** An order's events, by sequence. */
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Those of the events that are in the log. */
  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]>;
  /** A merchant's events by position. */
  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]>;
  /** Where the merchant's last event stands that was logged at a moment or before. */
  lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined>;
  /**
   * Removes events that happened before a moment and are delivered or given up, so many at most; answers how
   * many. One that is still to be delivered stays, however old it is.
   */
  removeEnded(before: Date, limit: number): Promise<number>;
}
