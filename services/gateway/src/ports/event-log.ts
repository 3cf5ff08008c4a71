import type { EventType } from '@kassa/contracts';
import type { Moment } from './clock.ts';

/** The durable log of events and of their deliveries. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly type: EventType;
  /** The exact text that is signed and sent, the same on every try. */
  readonly body: string;
  readonly createdAt: Date;
  readonly delivery: EventDelivery;
}

export interface EventDelivery {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** When it is to be tried; null once it ended. */
  readonly nextTryAt: Date | null;
  /**
   * Until when, in real time, one process has a try in hand; null when none has. It is no business time,
   * because a sandbox's clock that is moved by days makes no running try end.
   */
  readonly leasedUntil: Date | null;
  readonly tries: readonly DeliveryTry[];
}

/** What a try has led to. */
export type DeliveryOutcome = Omit<EventDelivery, 'tries' | 'leasedUntil'>;

export interface DeliveryTry {
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** At most the first KiB of the answer. */
  readonly answer: string;
}

export interface EventLog {
  /** Appends an event; one with this ID that is there already is left as it is, and `known`. */
  append(event: LoggedEvent): Promise<'appended' | 'known'>;
  /** Pending events of one order, by sequence. */
  listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Orders that have an event due and in nobody's hands, the longest waiting first; those of some merchants left out. */
  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]>;
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
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
}
