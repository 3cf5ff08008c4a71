import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantOrders, OrderLookup, OrderSpan } from '../../ports/order-repository.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface OrderListRequest extends Omit<OrderSpan, 'after'> {
  readonly after: string | null;
  readonly limit: number;
}

export interface OrderPage {
  readonly kind: 'listed';
  readonly orders: readonly PaymentOrder[];
  /** The ID of the last order on this page if more orders follow; null at the end. */
  readonly next: string | null;
}

interface Dependencies {
  readonly orders: OrderLookup & MerchantOrders;
}

/** Lists a merchant's orders, the newest first, so that the merchant can reconcile them. */
export class ListOrders {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, request: OrderListRequest): Promise<OrderPage | Refusal> {
    const { after: afterId, limit, ...span } = request;
    if (span.from !== null && span.before !== null && span.from > span.before) {
      return refuse('INVALID_REQUEST', 'created_to must not be before created_from.', [
        { path: 'created_to', message: 'must not be before created_from' },
      ]);
    }
    const after = afterId === null ? null : await findOrTombstone(this.#deps.orders, afterId);
    if (after !== null && after?.merchantId !== merchantId) {
      return refuse('INVALID_REQUEST', 'after is not an order of this merchant.', [
        { path: 'after', message: 'is not an order of this merchant' },
      ]);
    }
    const page = await this.#deps.orders.listOfMerchant(merchantId, { ...span, after }, limit + 1);
    const orders = page.slice(0, limit);
    const next = page.length > orders.length ? (orders.at(-1)?.orderId ?? null) : null;
    return { kind: 'listed', orders, next };
  }
}
