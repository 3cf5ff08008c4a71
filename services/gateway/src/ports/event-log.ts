import type { EventType } from '@kassa/contracts';

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
  readonly tries: readonly DeliveryTry[];
}

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
  /** Orders that have an event due, the longest waiting first; those of some merchants left out. */
  listOrdersDue(now: Date, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]>;
  /** Takes a due event for one try, until `leaseUntil`: exactly one caller gets it. */
  take(eventId: string, now: Date, leaseUntil: Date): Promise<boolean>;
  /** Gives a lease back: the event is due at that moment. Does nothing once the lease is another's. */
  release(eventId: string, leaseUntil: Date, dueAt: Date): Promise<void>;
  /** Puts pending events that are due off until a later moment; what waits already or is leased stays. */
  postpone(eventIds: readonly string[], now: Date, until: Date): Promise<void>;
  /**
   * Notes a try and what comes next. Does nothing once the lease is another's: a process that paused past
   * its lease knows nothing of the tries that were made meanwhile.
   */
  recordTry(
    eventId: string,
    leaseUntil: Date,
    delivery: Omit<EventDelivery, 'tries'>,
    latestTry: DeliveryTry,
  ): Promise<void>;
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
}
