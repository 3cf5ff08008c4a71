import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { AwaitOrder } from '../await-order.ts';

interface Dependencies {
  readonly awaitOrder: AwaitOrder;
}

/**
 * Waits, as a long poll, while a payment has not started or is in progress. The page may have missed any other
 * state between two polls, so the call then returns at once.
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
