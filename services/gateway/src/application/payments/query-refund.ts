import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import type { RefundClaims } from '../../ports/refund-claims.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderRepository;
  readonly claims: RefundClaims;
}

/** Finds a refund by the merchant's refund number. */
export class QueryRefund {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    merchantId: string,
    refundNumber: string,
  ): Promise<{ readonly kind: 'found'; readonly order: PaymentOrder; readonly refund: Refund } | Refusal> {
    const claim = await this.#deps.claims.find(merchantId, refundNumber);
    const order = claim && (await this.#deps.orders.find(claim.orderId));
    const refund = order?.refunds.find((candidate) => candidate.transactionId === refundNumber);
    if (order === undefined || refund === undefined) {
      return refuse('REFUND_NOT_FOUND', `There is no refund with the number ${refundNumber}.`);
    }
    return { kind: 'found', order, refund };
  }
}
