import type { EventType, OrderState } from '@kassa/contracts';
import type { AttemptFailure } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Refund } from '../refund/refund.ts';

/** Something that happened to an order and that the merchant is told about. It keeps the data of that moment. */
export interface OrderEvent {
  /** 1, 2, 3 … per order, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  /**
   * When the change was about to be written, in real time, as in the event log; the event enters the log after
   * this. Absent until then.
   */
  readonly recordedAt?: Date;
  /** The order's state right after the change. */
  readonly state: OrderState;
  readonly refund?: Refund;
  readonly failure?: AttemptFailure;
  readonly dispute?: Dispute;
}

/** Returns the events, and adds the present real time to those that are not yet written. */
export function recordedEvents(outbox: readonly OrderEvent[], realNow: Date): readonly OrderEvent[] {
  return outbox.map((event) => (event.recordedAt === undefined ? { ...event, recordedAt: realNow } : event));
}

/** Since when events have waited to be logged, in real time; null if none waits. */
export function unloggedSince(outbox: readonly OrderEvent[]): Date | null {
  const moments = outbox.map(({ recordedAt, occurredAt }) => (recordedAt ?? occurredAt).getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** What an event is about, besides the order. */
export type EventSubject = Pick<OrderEvent, 'refund' | 'failure' | 'dispute'>;
