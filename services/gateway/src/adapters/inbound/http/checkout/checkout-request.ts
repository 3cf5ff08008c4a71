import { SESSION_HEADER } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenCheckout } from '../../../../application/checkout/open-checkout.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import { callerNetworkOf } from '../caller-network.ts';
import { orThrow, rateLimited } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/**
 * Opens the order of a checkout call for its session, within a rate that is checked before the order is read. A
 * genuine session has a rate of its own; callers with a guessed session share the rate of their network. So
 * nobody can have orders read without limit, and nobody who guesses uses up what a session has.
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
