import type { EventType } from '@kassa/contracts';

/** An event in the event log, with the state of its delivery to the merchant. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly type: EventType;
  /** The exact string that is signed and sent. It is the same on every delivery attempt. */
  readonly body: string;
  /** When the event happened, in business time. */
  readonly createdAt: Date;
  /**
   * When the event entered the log, in real time. The log is sorted by this time, because business time could change the
   * sequence: instances learn at different moments that a sandbox's clock was moved. After a crash, an event may enter the log
   * minutes after it happened.
   */
  readonly loggedAt: Date;
  readonly delivery: EventDelivery;
}

/** An event that is about to enter the log. The log adds `loggedAt`. */
export type NewEvent = Omit<LoggedEvent, 'loggedAt'>;

/** An event's position in the log, which is sorted by time, then by ID. */
export type LogPosition = Pick<LoggedEvent, 'loggedAt' | 'eventId'>;

export interface EventDelivery {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** When the next delivery attempt is due; null once the delivery has ended. */
  readonly nextTryAt: Date | null;
  /**
   * The real time until which a process has leased the event for a delivery attempt; null if no process has leased it. Business
   * time would be wrong here: moving a sandbox's clock by days must not end a running attempt.
   */
  readonly leasedUntil: Date | null;
  /**
   * Whether the event was resent on request. Newer events of its order were delivered long ago and do not wait for a resent
   * one.
   */
  readonly isResent: boolean;
  /** The latest delivery attempts, the oldest first; at most `MAX_KEPT_TRIES`. */
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
