import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { growingCache } from './growing-cache.ts';

/** How long an order is remembered: about as long as a consumer needs to type a card. */
const REMEMBERED_FOR_MS = 60_000;
const MAX_REMEMBERED = 2_000;
/** Orders of this version or a later one are not remembered. During a payment, an order has fewer versions and is small. */
const MAX_VERSION = 20;

/** After a remembered order turned out to be outdated, no remembered order is used for this long. */
const PAUSE_MS = 1_000;

interface Remembered {
  readonly order: PaymentOrder;
  readonly atMs: number;
}

/**
 * Remembers the orders that this process has just written, because the next change of such an order usually follows within
 * seconds. That change then needs no read.
 *
 * Another instance may have changed a remembered order meanwhile. So use it only to decide a change whose write names the
 * order's version. Read the stored order before you answer anything without such a write.
 *
 * If requests come to instances at random, a remembered order is mostly outdated, and the lost write costs more than the read
 * that it saves. So after a lost write, the memory is not used for a second.
 *
 * An order that was only read is not remembered. The database can lose what it shows to readers, if its primary server fails
 * before the others have it, and another order can then get the same version. It never loses what it has confirmed to a writer.
 */
export class RecentOrders {
  readonly #orders = growingCache<string, Remembered>(MAX_REMEMBERED);
  #pausedUntilMs = 0;

  /** Remembers an order as this process has written it, unless a later version of it is remembered. */
  note(order: PaymentOrder): void {
    const known = this.#orders.get(order.orderId)?.order;
    if (known !== undefined && known.version > order.version) return;
    if (order.version >= MAX_VERSION) this.forget(order.orderId);
    else this.#orders.set(order.orderId, { order, atMs: performance.now() });
  }

  /** Forgets an order, because the stored one may be another. */
  forget(orderId: string): void {
    this.#orders.delete(orderId);
  }

  /** Notes that a write was lost because a remembered order was outdated. */
  wasOutdated(): void {
    this.#pausedUntilMs = performance.now() + PAUSE_MS;
  }

  find(orderId: string): PaymentOrder | undefined {
    const nowMs = performance.now();
    if (nowMs < this.#pausedUntilMs) return undefined;
    const remembered = this.#orders.get(orderId);
    return remembered !== undefined && nowMs - remembered.atMs < REMEMBERED_FOR_MS
      ? remembered.order
      : undefined;
  }

  /** Returns the later one of an order as a caller knows it and as it is remembered. */
  latest(orderId: string, known: PaymentOrder | undefined): PaymentOrder | undefined {
    const remembered = this.find(orderId);
    if (known === undefined || remembered === undefined) return known ?? remembered;
    return remembered.version > known.version ? remembered : known;
  }
}
