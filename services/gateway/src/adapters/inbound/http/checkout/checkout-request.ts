import { SESSION_HEADER } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenCheckout } from '../../../../application/checkout/open-checkout.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import { callerNetworkOf } from '../caller-network.ts';
import { orThrow, rateLimited } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/**
 * Finds the order of a checkout call by its session. A rate limit is checked before the order is read.
 *
 * A genuine session has a limit of its own. Callers who guess sessions share the limit of their network, so they can
 * neither make the gateway read orders without limit nor use up the limit of a genuine session.
 */
export class CheckoutRequests {
  readonly #open: OpenCheckout;
  readonly #sessions: TokenBuckets;
  readonly #strangers: TokenBuckets;

  constructor(open: OpenCheckout, buckets: { sessions: TokenBuckets; strangers: TokenBuckets }) {
    this.#open = open;
    this.#sessions = buckets.sessions;
    this.#strangers = buckets.strangers;
  }

  async openOrder(ctx: Context, orderId: string): Promise<PaymentOrder> {
    const session = ctx.get(SESSION_HEADER);
    const waitSeconds = this.#open.isGenuine(orderId, session)
      ? this.#sessions.take(orderId)
      : this.#strangers.take(callerNetworkOf(ctx.ip));
    if (waitSeconds !== undefined) throw rateLimited(waitSeconds);
    return orThrow(await this.#open.execute(orderId, session)).order;
  }
}
