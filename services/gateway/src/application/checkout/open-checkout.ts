import { checkSession } from '../../domain/checkout-session.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { RecentOrders } from '../recent-orders.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { sessionInvalid } from './opening-refusals.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly recent: RecentOrders;
  readonly sessionKeys: ServerKeys;
  readonly clock: Clock;
}

interface OpenedCheckout {
  readonly kind: 'opened';
  readonly order: PaymentOrder;
}

/**
 * Gives a cashier page access to its order. If the page's session is missing, guessed or for another order, the page gets the
 * same refusal as for an unknown order. So the answer does not reveal which orders exist.
 */
export class OpenCheckout {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Whether the gateway issued this session for this order. An expired session counts too. The gateway's own keys prove this,
   * so the database is not read.
   */
  isGenuine(orderId: string, session: string): boolean {
    return checkSession(session, orderId, this.#deps.sessionKeys, this.#deps.clock.now()) !== 'invalid';
  }

  execute(orderId: string, session: string): Promise<OpenedCheckout | Refusal> {
    return this.#open(orderId, session, undefined);
  }

  /**
   * Opens the order for a call that changes it. The returned order may be outdated. So the caller must not base an answer on it
   * unless a write that names the order's version has succeeded.
   */
  executeToChange(orderId: string, session: string): Promise<OpenedCheckout | Refusal> {
    return this.#open(orderId, session, this.#deps.recent.find(orderId));
  }

  async #open(
    orderId: string,
    session: string,
    recent: PaymentOrder | undefined,
  ): Promise<OpenedCheckout | Refusal> {
    const verdict = checkSession(session, orderId, this.#deps.sessionKeys, this.#deps.clock.now());
    switch (verdict) {
      case 'invalid':
        return sessionInvalid();
      case 'expired':
        return refuse('SESSION_EXPIRED', 'This payment page has expired. Ask the shop for a new one.');
      case 'valid': {
        const order = recent ?? (await this.#deps.orders.find(orderId));
        return order === undefined ? sessionInvalid() : { kind: 'opened', order };
      }
    }
  }
}
