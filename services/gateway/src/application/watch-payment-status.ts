import type { PaymentOrder } from '../domain/payment-order.ts';
import type { AwaitOrder } from './await-order.ts';

/** Waits for an order's state to differ from the one a page knows, as a long poll. */
export class WatchPaymentStatus {
  readonly #awaitOrder: AwaitOrder;

  constructor(deps: { awaitOrder: AwaitOrder }) {
    this.#awaitOrder = deps.awaitOrder;
  }

  async execute(known: PaymentOrder, waitMs: number, signal: AbortSignal): Promise<PaymentOrder> {
    if (waitMs === 0) return known;
    const order = await this.#awaitOrder.until(
      known.orderId,
      // A failed attempt and its next can both be PAYING; the version tells them apart.
      (current) => current.state !== known.state || current.attempts.length !== known.attempts.length,
      waitMs,
      signal,
    );
    return order ?? known;
  }
}
