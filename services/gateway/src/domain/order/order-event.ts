import type { EventType, OrderState } from '@kassa/contracts';
import type { AttemptFailure } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Refund } from '../refund/refund.ts';

/** Something that happened to an order and that the merchant is told about. An event keeps the order's data at that moment. */
export interface OrderEvent {
  /** The event's number within its order: 1, 2, 3 and so on, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  /**
   * The real time just before the event was written with its order; absent before. The event enters the event log after this
   * time.
   */
  readonly recordedAt?: Date;
  /** The order's state right after the change. */
  readonly state: OrderState;
  readonly refund?: Refund;
  readonly failure?: AttemptFailure;
  readonly dispute?: Dispute;
}

/** Adds the present real time to those events that are not written yet. The other events stay unchanged. */
export function recordedEvents(outbox: readonly OrderEvent[], realNow: Date): readonly OrderEvent[] {
  return outbox.map((event) => (event.recordedAt === undefined ? { ...event, recordedAt: realNow } : event));
}

/** Since when, in real time, the longest waiting event has waited to be copied into the event log; null if no event waits. */
export function unloggedSince(outbox: readonly OrderEvent[]): Date | null {
  const moments = outbox.map(({ recordedAt, occurredAt }) => (recordedAt ?? occurredAt).getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** The refund, failure or dispute that an event is about, in addition to the order. */
export type EventSubject = Pick<OrderEvent, 'refund' | 'failure' | 'dispute'>;
