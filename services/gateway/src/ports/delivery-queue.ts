import type { Moment } from './clock.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent, LogPosition } from './logged-event.ts';

/** The result of a delivery attempt. */
export type DeliveryOutcome = Pick<EventDelivery, 'state' | 'failures' | 'nextTryAt'>;

/** The attempts that are kept. An event that is resent again and again must not grow without limit. */
export const MAX_KEPT_TRIES = 100;

export interface EventToTry {
  readonly eventId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** The delivery state of logged events: which process has leased an event, and the results of its attempts. */
export interface DeliveryAttempts {
  /** Pending events of one order, by sequence. */
  listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Leases a due event for one attempt, until `leaseUntil`; exactly one caller gets the lease. */
  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean>;
  /**
   * Gives a lease back, so that the event is due at once. Does nothing if another process has taken the lease.
   */
  release(eventId: string, leaseUntil: Date): Promise<void>;
  /**
   * Postpones due, pending events until a later moment; events that already wait or are leased stay unchanged.
   */
  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void>;
  /**
   * Records an attempt and the next step. Does nothing if another process has taken the lease, because a process
   * that paused past its lease does not know of the attempts made meanwhile.
   */
  recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void>;
}

export interface DueDeliveries {
  /** Orders with an event that is due and not leased, the longest waiting first, without the orders of `exceptMerchants`. */
  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]>;
  /** The event whose next attempt comes first, leased or not; null if no event waits. */
  firstToTry(): Promise<EventToTry | null>;
}

/** Events whose delivery failed for good. */
export interface DeadLetters {
  /** Events that were given up, of one merchant or of all (null), the latest logged first. */
  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]>;
  /** How many events of all merchants were given up; counts at most `upTo`. */
  countFailed(upTo: number): Promise<number>;
}

export interface Redelivery {
  /**
   * Starts the delivery of events again, including delivered and failed ones. Earlier attempts stay recorded, and
   * the result of a running attempt no longer counts. An event before its first attempt stays unchanged. An event
   * that other events still wait for keeps its place. The events that wait behind become due at once.
   */
  deliverAnew(eventIds: readonly string[], now: Date): Promise<void>;
}

/**
 * The stored state of logged events until their delivery ends. One adapter provides it; a use case depends only
 * on the part that it needs.
 */
export interface DeliveryQueue extends DeliveryAttempts, DueDeliveries, DeadLetters, Redelivery {}
