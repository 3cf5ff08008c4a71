import { type ErasedCustomer, eraseCustomer } from '../../domain/order/erase-customer.ts';
import { customerOf, type PayingCustomer } from '../../domain/order/paying-customer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** Shows and erases an order's data about the consumer, because a consumer may ask for both. */
export class ManageCustomerData {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async show(
    orderId: string,
  ): Promise<{ readonly kind: 'found'; readonly customer: PayingCustomer | null } | Refusal> {
    const order = await this.#deps.orders.find(orderId);
    return order === undefined ? notFound(orderId) : { kind: 'found', customer: customerOf(order) ?? null };
  }

  /** @param note why the data is erased; kept in the order's history */
  async erase(
    orderId: string,
    note: string,
  ): Promise<{ readonly kind: 'erased' | 'nothing_to_erase' } | Refusal> {
    const cause = { cause: 'customer_erased', note } as const;
    const change = await this.#deps.change.decide<ErasedCustomer['kind']>(orderId, cause, (order) => {
      const erased = eraseCustomer(order, this.#deps.clock.now());
      return erased.kind === 'erased'
        ? { order: erased.order, verdict: erased.kind }
        : { verdict: erased.kind };
    });
    if (change.kind === 'order_not_found') return notFound(orderId);
    return change.verdict === 'refused'
      ? refuse(
          'CUSTOMER_NOT_ERASABLE',
          `The order is ${change.order.state}: it can still be paid, and the channel may need the data.`,
        )
      : { kind: change.verdict };
  }
}

function notFound(orderId: string): Refusal {
  return refuse('ORDER_NOT_FOUND', `There is no order ${orderId}.`);
}
