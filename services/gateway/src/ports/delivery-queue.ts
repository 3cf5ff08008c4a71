import type { Moment } from './clock.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent, LogPosition } from './logged-event.ts';

/** The result of an attempt to deliver an event. */
export type DeliveryOutcome = Pick<EventDelivery, 'state' | 'failures' | 'nextTryAt'>;

/**
 * The maximum number of delivery attempts that are stored for an event. Without this limit, the record of an event that is
 * resent again and again would grow without end.
 */
export const MAX_KEPT_TRIES = 100;

export interface EventToTry {
  readonly eventId: string;
  readonly orderId: string;
  readonly at: Date;
}

/**
 * The delivery of events in the event log. A process leases an event, that is, claims it for a limited time, and then records
 * the result of its delivery attempt.
 */
export interface DeliveryAttempts {
  /**
   * The events of one order whose delivery has not ended, sorted by sequence. If `lastSequence` is given, the order's later
   * events may be left out.
   */
  listPendingOfOrder(orderId: string, lastSequence?: number): Promise<readonly LoggedEvent[]>;
  /**
   * Leases a due event to the caller for one delivery attempt, until `leaseUntil`. Returns whether the caller got the lease. Of
   * several callers, only one gets it.
   */
  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean>;
  /**
   * Ends the caller's lease of an event early, so that the event is due immediately. Does nothing if another process has leased
   * the event since.
   */
  release(eventId: string, leaseUntil: Date): Promise<void>;
  /** Postpones the delivery of the given events until a given time. Events that are leased or not due yet stay unchanged. */
  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void>;
  /**
   * Records the result of a delivery attempt, and when the next one is due. Does nothing if the caller's lease has ended and
   * another process has leased the event since, because that process may have recorded a newer result.
   */
  recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void>;
}

export interface OrderDue {
  readonly orderId: string;
  /** The sequence number of the last event of the order that was found. */
  readonly lastSequence: number;
}

export interface OrdersDue {
  /** Those that have waited longest come first. */
  readonly orders: readonly OrderDue[];
  /** Whether no event is due besides those that were found. */
  readonly areAll: boolean;
}

/** Groups due events by their orders, in the order of each order's first event. */
export function eachOrderOnce(
  events: readonly { readonly orderId: string; readonly sequence: number }[],
): readonly OrderDue[] {
  const last = new Map<string, number>();
  for (const { orderId, sequence } of events) last.set(orderId, Math.max(sequence, last.get(orderId) ?? 0));
  return [...last].map(([orderId, lastSequence]) => ({ orderId, lastSequence }));
}

export interface DueDeliveries {
  /**
   * Returns the orders of at most `limit` events that are due and not leased. Orders of the merchants in `exceptMerchants` are
   * left out.
   */
  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<OrdersDue>;
  /**
   * Returns the event whose next delivery attempt comes first, whether it is leased or not; null if no event waits for
   * delivery.
   */
  firstToTry(): Promise<EventToTry | null>;
}

/** Events whose delivery was given up. */
export interface DeadLetters {
  /**
   * Lists events whose delivery was given up. Those that entered the log last come first. `merchantId` is null for the events
   * of all merchants.
   */
  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]>;
  /** Counts all merchants' events whose delivery was given up. Counting stops at `upTo`. */
  countFailed(upTo: number): Promise<number>;
}

export interface Redelivery {
  /**
   * Starts the delivery of events again, even if they were delivered or given up. Earlier attempts stay recorded, but the
   * result of an attempt that is still running is ignored. An event that has not been tried yet stays unchanged.
   *
   * Later events of the same order that waited for one of the given events also become due immediately, and are sent after it.
   */
  deliverAnew(eventIds: readonly string[], now: Date): Promise<void>;
}

/**
 * The port for the delivery state of the events in the event log. One adapter implements the whole port, but each use case
 * depends only on the part that it needs.
 */
export interface DeliveryQueue extends DeliveryAttempts, DueDeliveries, DeadLetters, Redelivery {}
