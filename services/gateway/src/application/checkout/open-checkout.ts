import { checkSession } from '../../domain/checkout-session.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly sessionKeys: ServerKeys;
  readonly clock: Clock;
}

/**
 * Gives a cashier page access to its order. If the page's session is missing, guessed or for another order, the page gets the
 * same refusal as for an unknown order. So nobody can find out which orders exist.
 */
export class OpenCheckout {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Whether the gateway issued this session for this order. A session that has expired counts too. The gateway's own keys prove
   * it, so the database is not read.
   */
  isGenuine(orderId: string, session: string): boolean {
    return checkSession(session, orderId, this.#deps.sessionKeys, this.#deps.clock.now()) !== 'invalid';
  }

  async execute(
    orderId: string,
    session: string,
  ): Promise<{ readonly kind: 'opened'; readonly order: PaymentOrder } | Refusal> {
    const verdict = checkSession(session, orderId, this.#deps.sessionKeys, this.#deps.clock.now());
    switch (verdict) {
      case 'invalid':
        return sessionInvalid();
      case 'expired':
        return refuse('SESSION_EXPIRED', 'This payment page has expired. Ask the shop for a new one.');
      case 'valid': {
        const order = await this.#deps.orders.find(orderId);
        return order === undefined ? sessionInvalid() : { kind: 'opened', order };
      }
    }
  }
}

function sessionInvalid(): Refusal {
  return refuse(
    'SESSION_INVALID',
    'The session does not open this order. Use the pay_url as it was returned, with the part after #.',
  );
}
