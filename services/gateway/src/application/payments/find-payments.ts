import { deriveOrderId, isOrderId, orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { RefundClaims } from '../../ports/refund-claims.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { orderArchived, type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly claims: RefundClaims;
}

/** Finds a merchant's own payments and refunds. Those of other merchants are never found. */
export class FindPayments {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Finds an order by the merchant's transaction ID or by the order ID. */
  async findOrder(
    merchantId: string,
    id: string,
  ): Promise<{ readonly kind: 'found'; readonly order: PaymentOrder } | Refusal> {
    const { orders } = this.#deps;
    const byMerchantsId = await findOrTombstone(orders, deriveOrderId(merchantId, id));
    const order = byMerchantsId ?? (isOrderId(id) ? await findOrTombstone(orders, id) : undefined);
    if (order === undefined || order.merchantId !== merchantId) {
      return refuse('ORDER_NOT_FOUND', `There is no order with the ID ${id}. Check the ID.`);
    }
    if ('place' in order) return orderArchived(order);
    return { kind: 'found', order };
  }

  /**
   * Finds a refund by the merchant's refund ID or by the gateway's. The gateway's own refunds and operators' corrections have
   * only the gateway's ID.
   */
  async findRefund(
    merchantId: string,
    refundId: string,
  ): Promise<{ readonly kind: 'found'; readonly order: PaymentOrder; readonly refund: Refund } | Refusal> {
    const claim = await this.#deps.claims.find(merchantId, refundId);
    const orderId = claim?.orderId ?? orderIdOf(refundId);
    const order = orderId === undefined ? undefined : await findOrTombstone(this.#deps.orders, orderId);
    const refund =
      order?.refunds.find(({ transactionId }) => transactionId === refundId) ??
      order?.refunds.find((known) => known.refundId === refundId);
    if (order?.merchantId !== merchantId || refund === undefined) {
      return refuse('REFUND_NOT_FOUND', `There is no refund with the ID ${refundId}. Check the ID.`);
    }
    if ('place' in order) return orderArchived(order);
    return { kind: 'found', order, refund };
  }
}
