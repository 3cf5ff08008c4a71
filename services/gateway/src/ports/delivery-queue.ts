import type { Moment } from './clock.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent, LogPosition } from './logged-event.ts';

/** The result of a delivery attempt. */
export type DeliveryOutcome = Pick<EventDelivery, 'state' | 'failures' | 'nextTryAt'>;

/**
 * The maximum number of delivery attempts that are kept for an event. An event that is resent again and again must not grow
 * without limit.
 */
export const MAX_KEPT_TRIES = 100;

export interface EventToTry {
  readonly eventId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** The delivery of logged events: which process has leased an event, and the results of its delivery attempts. */
export interface DeliveryAttempts {
  /** The events of one order whose delivery has not ended, sorted by sequence. */
  listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /**
   * Leases a due event to the caller for one delivery attempt, until `leaseUntil`. Returns whether the caller got the lease;
   * only one caller gets it.
   */
  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean>;
  /**
   * Gives the lease of an event back, so that the event is due at once. Does nothing if another process has leased the event
   * since.
   */
  release(eventId: string, leaseUntil: Date): Promise<void>;
  /** Postpones those of the events that are due and not leased. Events that are due later or are leased stay unchanged. */
  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void>;
  /**
   * Records a delivery attempt and the next step. Does nothing if another process has leased the event since: a process that
   * paused for longer than its lease does not know of the attempts made meanwhile.
   */
  recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void>;
}

export interface DueDeliveries {
  /**
   * IDs of the orders with an event that is due and not leased, the longest waiting first. Leaves out orders of the merchants
   * in `exceptMerchants`.
   */
  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]>;
  /** The event whose next delivery attempt comes first, whether it is leased or not; null if no event waits. */
  firstToTry(): Promise<EventToTry | null>;
}

/** Events whose delivery was given up. */
export interface DeadLetters {
  /** Events whose delivery was given up, the latest logged first. `merchantId` is null for the events of all merchants. */
  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]>;
  /** The number of all merchants' events whose delivery was given up. Counting stops at `upTo`. */
  countFailed(upTo: number): Promise<number>;
}

export interface Redelivery {
  /**
   * Starts the delivery of events again, even if they were delivered or given up. Earlier attempts stay recorded, and the
   * result of a running attempt no longer counts. An event that has not been tried yet stays unchanged.
   * An event for which other events still wait keeps its place before them, and the waiting events become due at once.
   */
  deliverAnew(eventIds: readonly string[], now: Date): Promise<void>;
}

/**
 * The delivery state of logged events. One adapter provides the whole port, and a use case depends only on the part that it
 * needs.
 */
export interface DeliveryQueue extends DeliveryAttempts, DueDeliveries, DeadLetters, Redelivery {}
