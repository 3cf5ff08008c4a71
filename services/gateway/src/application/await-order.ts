import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { OrderLookup } from '../ports/order-repository.ts';

/**
 * How often a waiting call reads the order from the database, in milliseconds. The call notices a change by another instance at
 * its next read.
 */
const LOOK_EVERY_MS = 1_000;

interface Dependencies {
  readonly orders: OrderLookup;
  readonly watch: OrderWatch;
}

/** Waits until an order meets a condition, or until the time limit, and then returns the order. */
export class AwaitOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async until(
    orderId: string,
    isReached: (order: PaymentOrder) => boolean,
    timeoutMs: number,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<PaymentOrder | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const remainingMs = deadline - performance.now();
      // Start to listen for changes before reading the order. Otherwise, a change between the reading and the listening would
      // be missed.
      const change = this.#deps.watch.nextChange(
        orderId,
        Math.max(Math.min(LOOK_EVERY_MS, remainingMs), 0),
        signal,
      );
      const order = await this.#deps.orders.find(orderId);
      if (order === undefined || isReached(order) || remainingMs <= 0 || signal.aborted) return order;
      await change;
    }
  }
}

/**
 * Tells waiting calls in this process that an order has changed. This object does not learn of changes by other instances, so a
 * waiting call also reads the order from the database regularly.
 */
export class OrderWatch {
  readonly #waiting = new Map<string, Set<() => void>>();

  orderChanged(order: PaymentOrder): void {
    for (const wake of this.#waiting.get(order.orderId) ?? []) wake();
  }

  /**
   * Returns a promise that resolves when this process changes the order, when the time limit is reached, or when the signal
   * aborts.
   */
  async nextChange(orderId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(orderId) ?? new Set();
    this.#waiting.set(orderId, waiting.add(resolve));
    const timer = setTimeout(resolve, timeoutMs);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    waiting.delete(resolve);
    if (waiting.size === 0) this.#waiting.delete(orderId);
  }
}
