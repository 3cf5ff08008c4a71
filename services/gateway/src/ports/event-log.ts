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
  /** Gives a lease back: the event, unless it has ended, is due at that moment. */
  release(eventId: string, dueAt: Date): Promise<void>;
  /** Puts pending events off until a later moment; what is due later already, or leased longer, stays. */
  postpone(eventIds: readonly string[], until: Date): Promise<void>;
  recordTry(eventId: string, delivery: Omit<EventDelivery, 'tries'>, latestTry: DeliveryTry): Promise<void>;
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
}
