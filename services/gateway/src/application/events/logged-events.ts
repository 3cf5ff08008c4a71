import type { OrderEvent } from '../../domain/order/order-event.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { growingCache } from '../growing-cache.ts';

/**
 * For how many orders a process remembers which event it last copied to the event log. For any other order, events that are
 * still in the outbox are copied again. This does no harm, because the log stores no event twice.
 */
const MAX_REMEMBERED = 20_000;

interface LatestLogged {
  readonly sequence: number;
  /** The real time at which the order was first stored with this event (`OrderEvent.recordedAt`). */
  readonly recordedAtMs: number;
}

/** Remembers, for each order, which event this process copied to the event log last. */
export class LoggedEvents {
  readonly #latest = growingCache<string, LatestLogged>(MAX_REMEMBERED);

  /** Notes that an event of an order, and all its earlier events, are in the event log. */
  note(orderId: string, { sequence, recordedAt }: OrderEvent): void {
    if (recordedAt !== undefined) this.#latest.set(orderId, { sequence, recordedAtMs: recordedAt.getTime() });
  }

  /**
   * Returns the events in an order's outbox that, as far as this process remembers, are not in the event log yet. If an event
   * is logged, all earlier events of the order are logged too, even if a process with a faster clock stored them with a later
   * time.
   */
  others({ orderId, outbox }: PaymentOrder): PaymentOrder['outbox'] {
    const latest = this.#latest.get(orderId);
    if (latest === undefined) return outbox;
    return outbox.slice(outbox.findLastIndex((event) => isCovered(event, latest)) + 1);
  }
}

/**
 * Whether the log contains this event, because the latest logged event is this one or a later one. The times are also compared,
 * because an operator may have restored an older state of the database while this process was running. After that, an event
 * with the same number but a later time is a different event.
 */
function isCovered({ sequence, recordedAt }: OrderEvent, latest: LatestLogged): boolean {
  return (
    sequence <= latest.sequence && recordedAt !== undefined && recordedAt.getTime() <= latest.recordedAtMs
  );
}
