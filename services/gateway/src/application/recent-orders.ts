import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { growingCache } from './growing-cache.ts';

/** How long an order is remembered: about as long as a consumer needs to type a card. */
const REMEMBERED_FOR_MS = 60_000;
const MAX_REMEMBERED = 2_000;
/**
 * Orders with this version number or a higher one are not remembered, because they may be large. The version number of an order
 * that is being paid is lower.
 */
const MAX_VERSION = 20;

/** After a remembered order has turned out to be outdated, no remembered order is used for this long. */
const PAUSE_MS = 1_000;

interface Remembered {
  readonly order: PaymentOrder;
  readonly atMs: number;
}

/**
 * Remembers the orders that this process has just written, because the next change of such an order usually follows within
 * seconds. That change then needs no read.
 *
 * Another instance may have changed a remembered order meanwhile. So use a remembered order only to decide a change whose write
 * names the order's version. Before you give an answer without such a write, read the stored order.
 *
 * If requests are spread over the instances at random, most remembered orders are outdated, and a failed write costs more than
 * the saved read. So after a failed write, remembered orders are not used for a second.
 *
 * An order that was only read is not remembered. If the database's primary server fails before the other servers have the
 * latest data, the database can lose data that readers have already seen. A different change of the order can then get the same
 * version number. An order that this process has written is safe, because the database never loses a write that it has
 * confirmed.
 */
export class RecentOrders {
  readonly #orders = growingCache<string, Remembered>(MAX_REMEMBERED);
  #pausedUntilMs = 0;

  /** Remembers an order as this process has written it, unless a later version of the order is already remembered. */
  note(order: PaymentOrder): void {
    const known = this.#orders.get(order.orderId)?.order;
    if (known !== undefined && known.version > order.version) return;
    if (order.version >= MAX_VERSION) this.forget(order.orderId);
    else this.#orders.set(order.orderId, { order, atMs: performance.now() });
  }

  /** Forgets an order, because the stored version may be a different one. */
  forget(orderId: string): void {
    this.#orders.delete(orderId);
  }

  /** Notes that a write failed because a remembered order was outdated. */
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

  /** Returns the later version of an order: the one that a caller knows or the remembered one. */
  latest(orderId: string, known: PaymentOrder | undefined): PaymentOrder | undefined {
    const remembered = this.find(orderId);
    if (known === undefined || remembered === undefined) return known ?? remembered;
    return remembered.version > known.version ? remembered : known;
  }
}
