import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { AwaitOrder } from '../await-order.ts';

interface Dependencies {
  readonly awaitOrder: AwaitOrder;
}

/**
 * Waits until an order's state changes, for a long poll by the cashier page. It waits only while the payment has not started or
 * is in progress. If the order is already in any other state, it returns immediately, because the page may not know this state
 * yet.
 */
export class WatchPaymentStatus {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(known: PaymentOrder, waitMs: number, signal: AbortSignal): Promise<PaymentOrder> {
    if (waitMs === 0 || !isUnderWay(known)) return known;
    const order = await this.#deps.awaitOrder.until(
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
