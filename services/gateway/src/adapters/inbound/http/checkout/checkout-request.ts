import { SESSION_HEADER } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenCheckout } from '../../../../application/checkout/open-checkout.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import { orThrow, rateLimited } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/** Opens the order of a checkout call for its session, within the session's rate. */
export class CheckoutRequests {
  readonly #open: OpenCheckout;
  readonly #buckets: TokenBuckets;

  constructor(open: OpenCheckout, buckets: TokenBuckets) {
    this.#open = open;
    this.#buckets = buckets;
  }

  async openOrder(ctx: Context, orderId: string): Promise<PaymentOrder> {
    const { order } = orThrow(await this.#open.execute(orderId, ctx.get(SESSION_HEADER)));
    const waitSeconds = this.#buckets.take(orderId);
    if (waitSeconds !== undefined) throw rateLimited(waitSeconds);
    return order;
  }
}
