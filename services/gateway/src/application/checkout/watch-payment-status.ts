import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { AwaitOrder } from '../await-order.ts';

/**
 * Waits, as a long poll, while a payment has not started or is under way. Anything else is news that a
 * page may have missed between two polls, so it is told at once.
 */
export class WatchPaymentStatus {
  readonly #awaitOrder: AwaitOrder;

  constructor(deps: { awaitOrder: AwaitOrder }) {
    this.#awaitOrder = deps.awaitOrder;
  }

  async execute(known: PaymentOrder, waitMs: number, signal: AbortSignal): Promise<PaymentOrder> {
    if (waitMs === 0 || !isUnderWay(known)) return known;
    const order = await this.#awaitOrder.until(
      known.orderId,
      (current) => current.state !== known.state,
      waitMs,
      signal,
    );
    return order ?? known;
  }
}

function isUnderWay(order: PaymentOrder): boolean {
  return order.state === 'INIT' || order.state === 'PAYING';
}
