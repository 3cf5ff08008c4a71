import type { Moment } from './clock.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent, LogPosition } from './logged-event.ts';

/** What a try has led to. */
export type DeliveryOutcome = Pick<EventDelivery, 'state' | 'failures' | 'nextTryAt'>;

/** An event that is sent again and again by hand must not grow without end. */
export const MAX_KEPT_TRIES = 100;

export interface EventToTry {
  readonly eventId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** The logged events on their way to their merchants: what is due, who has it in hand, and what became of it. */
export interface DeliveryQueue {
  /** Pending events of one order, by sequence. */
  listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Orders that have an event due and in nobody's hands, the longest waiting first; those of some merchants left out. */
  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]>;
  /** The first of all events to be tried, in hand or not; null when none waits. */
  firstToTry(): Promise<EventToTry | null>;
  /** Takes a due event for one try, until `leaseUntil`: exactly one caller gets it. */
  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean>;
  /** Gives a lease back: the event is due at once. Does nothing once the lease is another's. */
  release(eventId: string, leaseUntil: Date): Promise<void>;
  /** Puts pending events that are due off until a later moment; what waits already or is leased stays. */
  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void>;
  /**
   * Notes a try and what comes next. Does nothing once the lease is another's: a process that paused past
   * its lease knows nothing of the tries that were made meanwhile.
   */
  recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void>;
  /** Events that were given up, of one merchant or of all (null), the latest logged first. */
  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]>;
  /** How many events of all merchants were given up; no more than so many are counted. */
  countFailed(upTo: number): Promise<number>;
  /**
   * Has events delivered anew from now on, delivered and failed ones too; earlier tries stay noted, and a try
   * that is running says nothing any more. An event whose first try is still to come is left as it is, and
   * one that others still wait for keeps its place. Those that wait behind are due at once.
   */
  deliverAnew(eventIds: readonly string[], now: Date): Promise<void>;
}
