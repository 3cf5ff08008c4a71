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
  /** When the log took it, which is after it was created: minutes after, if a crash left it behind. */
  readonly loggedAt: Date;
  readonly delivery: EventDelivery;
}

/** An event on its way into the log, which notes itself when it takes it. */
export type NewEvent = Omit<LoggedEvent, 'loggedAt'>;

/** Where an event stands in the log: sorted by time, then by ID. */
export type LogPosition = Pick<LoggedEvent, 'loggedAt' | 'eventId'>;

/** A part of a merchant's log. */
export interface LogSpan {
  /** Logged at this moment or later. */
  readonly from: Date;
  /** Logged before this moment; null for no end. */
  readonly before: Date | null;
  readonly type: EventType | null;
  /** Only what stands behind this position. */
  readonly after: LogPosition | null;
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
  /** Sent again by hand: newer events of its order went ahead of it long ago, and do not wait for it. */
  readonly isResent: boolean;
  /** The latest of them, in order; at most MAX_KEPT_TRIES. */
  readonly tries: readonly DeliveryTry[];
}

/** What a try has led to. */
export type DeliveryOutcome = Pick<EventDelivery, 'state' | 'failures' | 'nextTryAt'>;

/** An event that is sent again and again by hand must not grow without end. */
export const MAX_KEPT_TRIES = 100;

export interface DeliveryTry {
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** At most the first KiB of the answer. */
  readonly answer: string;
}

export interface EventToTry {
  readonly eventId: string;
  readonly orderId: string;
  readonly at: Date;
}

export interface EventLog {
  /** Appends an event; one with this ID that is there already is left as it is, and `known`. */
  append(event: NewEvent): Promise<'appended' | 'known'>;
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
  /**
   * Removes events that were logged before a moment and are delivered or given up, so many at most; answers
   * how many. One that is still to be delivered stays, however old it is.
   */
  removeEnded(before: Date, limit: number): Promise<number>;
  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]>;
  /** Those of the events that are in the log. */
  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]>;
  /** A merchant's events by position. */
  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]>;
  /** Where the merchant's last event stands that was logged at a moment or before. */
  lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined>;
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
