import type { PaymentOrder } from '../domain/order/payment-order.ts';

/**
 * Tells waiting long polls in this process that an order changed. Changes made by other instances are
 * not heard here; whoever waits also looks at the database now and then.
 */
export class OrderWatch {
  readonly #waiting = new Map<string, Set<() => void>>();

  orderChanged(order: PaymentOrder): void {
    for (const wake of this.#waiting.get(order.orderId) ?? []) wake();
  }

  /** Resolves when the order changes here, or after the time, or when the signal aborts. */
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
