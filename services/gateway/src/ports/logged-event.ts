import type { EventType } from '@kassa/contracts';

/** An event as the log has it, with its delivery. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly type: EventType;
  /** The exact string that is signed and sent, the same on every attempt. */
  readonly body: string;
  /** When the event happened, in business time. */
  readonly createdAt: Date;
  /**
   * When the event entered the log, in real time. A sandbox's clock can be moved, and one instance learns of that
   * before another; this must not change the order of events. After a crash, the event may enter the log minutes
   * after it happened.
   */
  readonly loggedAt: Date;
  readonly delivery: EventDelivery;
}

/** An event on its way into the log; the log sets `loggedAt`. */
export type NewEvent = Omit<LoggedEvent, 'loggedAt'>;

/** An event's position in the log, which is sorted by time, then by ID. */
export type LogPosition = Pick<LoggedEvent, 'loggedAt' | 'eventId'>;

export interface EventDelivery {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** When the next attempt is due; null once the delivery has ended. */
  readonly nextTryAt: Date | null;
  /**
   * Until when, in real time, a process has leased the event for an attempt; null if no process has. Moving a
   * sandbox's clock by days does not end a running attempt, so this is not business time.
   */
  readonly leasedUntil: Date | null;
  /** Resent on request: newer events of its order were delivered long ago and do not wait for this one. */
  readonly isResent: boolean;
  /** The latest attempts, in order; at most `MAX_KEPT_TRIES`. */
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
