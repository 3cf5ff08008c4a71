import type { EventType, OrderState } from '@kassa/contracts';
import type { AttemptFailure } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Refund } from '../refund/refund.ts';

/** Something that happened to an order and that the merchant will be told. It keeps the data of that moment. */
export interface OrderEvent {
  /** 1, 2, 3 … per order, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  /**
   * When the causing change was about to be written, in real time, which the event log uses too; the event enters the log
   * after this. Absent until then.
   */
  readonly recordedAt?: Date;
  /** The order's state right after the change. */
  readonly state: OrderState;
  readonly refund?: Refund;
  readonly failure?: AttemptFailure;
  readonly dispute?: Dispute;
}

/** The events; those not yet written get the real time at which they are about to be written. */
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
