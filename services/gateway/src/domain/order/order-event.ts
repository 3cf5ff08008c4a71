import type { EventType, OrderState } from '@kassa/contracts';
import type { AttemptFailure } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Refund } from '../refund/refund.ts';

/**
 * Something that happened to an order. A webhook reports it to the merchant. An event contains the order's data at that time.
 */
export interface OrderEvent {
  /** The event's number within its order: 1, 2, 3 and so on, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  /**
   * The real time at which the gateway first stored the order with this event, taken just before the write. Absent until then.
   * The event is copied into the event log a little later.
   */
  readonly recordedAt?: Date;
  /** The order's state right after the change. */
  readonly state: OrderState;
  /**
   * For operators: the trace position of the work that caused the event. The delivery of the event belongs to the same trace.
   * Absent if the work was not traced.
   */
  readonly trace?: string;
  readonly refund?: Refund;
  readonly failure?: AttemptFailure;
  readonly dispute?: Dispute;
}

/**
 * Returns an order's events. Events that are about to be stored for the first time get the present real time as `recordedAt`.
 * The other events stay unchanged.
 */
export function recordedEvents(outbox: readonly OrderEvent[], realNow: Date): readonly OrderEvent[] {
  return outbox.map((event) => (event.recordedAt === undefined ? { ...event, recordedAt: realNow } : event));
}

/** Returns the events of an order. The events that a change has just added get the given trace position. */
export function tracedEvents(
  outbox: readonly OrderEvent[],
  lastSequence: number,
  trace: string | undefined,
): readonly OrderEvent[] {
  if (trace === undefined || !outbox.some(({ sequence }) => sequence > lastSequence)) return outbox;
  return outbox.map((event) => (event.sequence > lastSequence ? { ...event, trace } : event));
}

/**
 * Returns the real time since which the oldest waiting event of an order has waited to be copied into the event log. Null if no
 * event waits.
 */
export function unloggedSince(outbox: readonly OrderEvent[]): Date | null {
  const moments = outbox.map(({ recordedAt, occurredAt }) => (recordedAt ?? occurredAt).getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** What an event is about besides the order: a refund, a failed payment or a dispute. */
export type EventSubject = Pick<OrderEvent, 'refund' | 'failure' | 'dispute'>;
