import type { OrderEvent } from '../../domain/order/order-event.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { growingCache } from '../growing-cache.ts';

/**
 * For how many orders a process remembers which event it copied to the event log last. The events of any other order are copied
 * again if they are still in the outbox, and the log takes no event twice.
 */
const MAX_REMEMBERED = 20_000;

interface LatestLogged {
  readonly sequence: number;
  /** The real time at which the event was first stored in its order. */
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
   * Returns the events in an order's outbox that are not in the event log as far as this process remembers. If one of the events is
   * logged, those before it are logged too, although a process with a faster clock may have stored them at a later time.
   */
  others({ orderId, outbox }: PaymentOrder): PaymentOrder['outbox'] {
    const latest = this.#latest.get(orderId);
    if (latest === undefined) return outbox;
    return outbox.slice(outbox.findLastIndex((event) => isCovered(event, latest)) + 1);
  }
}

/**
 * Whether an event is the latest logged one or an earlier one. An event with such a number that was stored later is another one:
 * an operator may have restored an older state of the database while this process was running.
 */
function isCovered({ sequence, recordedAt }: OrderEvent, latest: LatestLogged): boolean {
  return (
    sequence <= latest.sequence && recordedAt !== undefined && recordedAt.getTime() <= latest.recordedAtMs
  );
}
