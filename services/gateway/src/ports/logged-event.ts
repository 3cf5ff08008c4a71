import type { EventType } from '@kassa/contracts';
import type { TracePosition } from './tracing.ts';

/** An event in the event log, with the state of its delivery to the merchant. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly type: EventType;
  /** The exact text that is signed and sent to the merchant. Every delivery attempt sends the same text. */
  readonly body: string;
  /** When the event happened, in business time: real time, unless testers have moved the sandbox's clock forward. */
  readonly createdAt: Date;
  /**
   * The trace position of the work that caused the event. The event's delivery belongs to the same trace. Absent if that work
   * was not traced.
   */
  readonly trace?: TracePosition;
  /**
   * When the event entered the log, in real time. After a crash, this may be minutes after the event happened. The log is
   * sorted by this time. Business time is not suitable for sorting: when a sandbox's clock is moved, the instances learn of the
   * move at different times.
   */
  readonly loggedAt: Date;
  readonly delivery: EventDelivery;
}

/** An event that is about to enter the log. The log adds `loggedAt`. */
export type NewEvent = Omit<LoggedEvent, 'loggedAt'>;

/** The position of an event in the log. The log is sorted by the time at which events entered it, then by ID. */
export type LogPosition = Pick<LoggedEvent, 'loggedAt' | 'eventId'>;

export interface EventDelivery {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  /** When the next delivery attempt is due; null once the delivery has ended. */
  readonly nextTryAt: Date | null;
  /**
   * The real time until which a process has claimed the event for a delivery attempt; null if no process has. Business time
   * would be wrong here: moving a sandbox's clock by days must not end a running attempt.
   */
  readonly leasedUntil: Date | null;
  /**
   * Whether an operator or the merchant asked to send the event again. Normally, an order's newer events wait until its older
   * events are delivered. They do not wait for an event that is sent again, because most of the newer events were delivered
   * long ago.
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
