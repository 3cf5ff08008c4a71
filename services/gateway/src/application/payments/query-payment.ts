import { deriveOrderId, isOrderId } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderRepository;
}

/** Finds a merchant's order by the merchant's number or by the order ID. Another merchant's is not found. */
export class QueryPayment {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    merchantId: string,
    number: string,
  ): Promise<{ readonly kind: 'found'; readonly order: PaymentOrder } | Refusal> {
    const byNumber = await this.#deps.orders.find(deriveOrderId(merchantId, number));
    const order = byNumber ?? (isOrderId(number) ? await this.#deps.orders.find(number) : undefined);
    if (order === undefined || order.merchantId !== merchantId) {
      return refuse('ORDER_NOT_FOUND', `There is no order with the number ${number}. Check the number.`);
    }
    return { kind: 'found', order };
  }
}
