import type { EventType } from '@kassa/contracts';

/** An event as the log has it, with its delivery. */
export interface LoggedEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly type: EventType;
  /** The exact text that is signed and sent, the same on every try. */
  readonly body: string;
  /** When it happened, in business time. */
  readonly createdAt: Date;
  /**
   * When the log took it, in real time: a sandbox's clock that is moved, of which one instance hears before
   * another, must not change the order of events. It is minutes after the event if a crash left that behind.
   */
  readonly loggedAt: Date;
  readonly delivery: EventDelivery;
}

/** An event on its way into the log, which notes itself when it takes it. */
export type NewEvent = Omit<LoggedEvent, 'loggedAt'>;

/** Where an event stands in the log: sorted by time, then by ID. */
export type LogPosition = Pick<LoggedEvent, 'loggedAt' | 'eventId'>;

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
  /** The latest of them, in order; so many at most as `MAX_KEPT_TRIES` says. */
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
