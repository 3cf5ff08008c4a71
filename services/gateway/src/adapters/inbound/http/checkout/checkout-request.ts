import { SESSION_HEADER } from '@kassa/contracts';
import type { Context } from 'koa';
import type { OpenCheckout } from '../../../../application/checkout/open-checkout.ts';
import type { Refusal } from '../../../../application/refusal.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import type { Tracing } from '../../../../ports/tracing.ts';
import { callerNetworkOf } from '../caller-network.ts';
import type { GuessAlerts } from '../guess-alerts.ts';
import { orThrow, rateHeaders, rateLimited, removeRateHeaders } from '../refused-error.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/**
 * Finds the order of a checkout call by its session. A rate limit is checked before the order is read.
 *
 * Each genuine session has its own limit. Callers who guess sessions share the limit of their network, so they can neither make
 * the gateway read orders without limit nor use up the limit of a genuine session. Operators are alerted to guesses beyond the
 * limit.
 */
export class CheckoutRequests {
  readonly #open: OpenCheckout;
  readonly #sessions: TokenBuckets;
  readonly #strangers: TokenBuckets;
  readonly #guesses: GuessAlerts;
  readonly #tracing: Tracing;

  constructor(
    open: OpenCheckout,
    limits: { sessions: TokenBuckets; strangers: TokenBuckets; guesses: GuessAlerts; tracing: Tracing },
  ) {
    this.#open = open;
    this.#sessions = limits.sessions;
    this.#strangers = limits.strangers;
    this.#guesses = limits.guesses;
    this.#tracing = limits.tracing;
  }

  openOrder(ctx: Context, orderId: string): Promise<PaymentOrder> {
    return this.#find(ctx, orderId, (session) => this.#open.execute(orderId, session));
  }

  /** Opens the order for a call that changes it. The returned order may be outdated (`OpenCheckout.executeToChange`). */
  openOrderToChange(ctx: Context, orderId: string): Promise<PaymentOrder> {
    return this.#find(ctx, orderId, (session) => this.#open.executeToChange(orderId, session));
  }

  /**
   * Returns the outcome of a call that changes an order, or throws its refusal. If the order no longer exists, the refusal has
   * no rate headers, like the refusal for an unknown order.
   */
  orThrow<Outcome extends { readonly kind: string }>(
    ctx: Context,
    outcome: Outcome | Refusal,
  ): Exclude<Outcome, Refusal> {
    if (outcome.kind === 'refused' && 'name' in outcome && outcome.name === 'SESSION_INVALID')
      removeRateHeaders(ctx);
    return orThrow(outcome);
  }

  async #find(
    ctx: Context,
    orderId: string,
    open: (session: string) => ReturnType<OpenCheckout['execute']>,
  ): Promise<PaymentOrder> {
    const session = ctx.get(SESSION_HEADER);
    const isGenuine = this.#open.isGenuine(orderId, session);
    const buckets = isGenuine ? this.#sessions : this.#strangers;
    const key = isGenuine ? orderId : callerNetworkOf(ctx.ip);
    const waitSeconds = buckets.take(key);
    if (waitSeconds !== undefined) {
      if (!isGenuine) this.#guesses.refused(ctx.ip);
      throw rateLimited(waitSeconds);
    }
    if (!isGenuine) this.#guesses.failed();
    const { order } = orThrow(await open(session));
    this.#tracing.note({ orderId, merchantId: order.merchantId });
    // Only a successful answer gets the rate headers. Refusals have none, so that they do not show whether a session is
    // genuine.
    ctx.set(rateHeaders(buckets.levelOf(key)));
    return order;
  }
}
