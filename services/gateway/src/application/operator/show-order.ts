import { deriveOrderId } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LoggedEvent } from '../../ports/logged-event.ts';
import type { OrderCases, OrderLookup } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { casesOf, type ListedCase } from './case-details.ts';

/** An order with everything that an operator may need to know about it. */
export interface ShownOrder {
  readonly kind: 'found';
  readonly order: PaymentOrder;
  readonly events: readonly LoggedEvent[];
  readonly cases: readonly ListedCase[];
}

interface Dependencies {
  readonly orders: OrderLookup & OrderCases;
  readonly events: EventLog;
}

export class ShowOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Shows a merchant's order, which the operator names by the merchant's transaction ID. */
  executeByTransactionId(merchantId: string, transactionId: string): Promise<ShownOrder | Refusal> {
    return this.execute(
      deriveOrderId(merchantId, transactionId),
      `${transactionId} of merchant ${merchantId}`,
    );
  }

  async execute(orderId: string, name = orderId): Promise<ShownOrder | Refusal> {
    const order = await this.#deps.orders.find(orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', `There is no order ${name}.`);
    const [events, parked] = await Promise.all([
      this.#deps.events.listOfOrder(orderId),
      this.#deps.orders.findParked(orderId),
    ]);
    return { kind: 'found', order, events, cases: casesOf(order, parked) };
  }
}
