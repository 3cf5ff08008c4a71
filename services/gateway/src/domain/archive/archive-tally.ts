import { deriveOrderId } from '../order/order-identifiers.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { moneyMovesOf } from '../settlement/money-moves.ts';

/**
 * The sums of the archived orders of one currency, in minor units. A sum can be larger than the numbers that JavaScript
 * represents exactly.
 */
export interface ArchivedSum {
  readonly currency: string;
  readonly orders: number;
  /** What the orders ask for, paid or not. */
  readonly orderedMinor: bigint;
  /** What came in. */
  readonly inMinor: bigint;
  /** What went out, by refunds and disputes. */
  readonly outMinor: bigint;
}

/** What the orders of an archive add up to. */
export interface ArchiveTotals {
  readonly count: number;
  readonly firstOrderId: string | null;
  readonly lastOrderId: string | null;
  /** By currency, in alphabetical order. */
  readonly sums: readonly ArchivedSum[];
}

/** What is wrong with an order at its position in an archive. */
export type MisplacedOrder = 'out_of_order' | 'not_its_id';

/** Counts the orders of an archive one by one, so that they do not all have to be in memory at the same time. */
export class ArchiveTally {
  #count = 0;
  #first: string | null = null;
  #last: string | null = null;
  readonly #sums = new Map<string, ArchivedSum>();

  /** Counts the next order. Returns what is wrong with the order; null if it is correct. */
  add(order: PaymentOrder): MisplacedOrder | null {
    const { orderId } = order;
    const isInOrder = this.#last === null || this.#last < orderId;
    this.#count += 1;
    this.#first ??= orderId;
    this.#last = orderId;
    this.#addMoney(order);
    if (!isInOrder) return 'out_of_order';
    return orderId === deriveOrderId(order.merchantId, order.merchantTransactionId) ? null : 'not_its_id';
  }

  #addMoney(order: PaymentOrder): void {
    const { currency, amountMinor } = order.amount;
    const known = this.#sums.get(currency);
    const { orders = 0, orderedMinor = 0n, inMinor = 0n, outMinor = 0n } = known ?? {};
    const moved = moneyMovesOf(order).map(({ signedMinor }) => BigInt(signedMinor));
    const total = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n);
    this.#sums.set(currency, {
      currency,
      orders: orders + 1,
      orderedMinor: orderedMinor + BigInt(amountMinor),
      inMinor: inMinor + total(moved.filter((minor) => minor > 0n)),
      outMinor: outMinor - total(moved.filter((minor) => minor < 0n)),
    });
  }

  totals(): ArchiveTotals {
    const sums = [...this.#sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
    return { count: this.#count, firstOrderId: this.#first, lastOrderId: this.#last, sums };
  }
}
