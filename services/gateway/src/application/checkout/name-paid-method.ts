import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { ChannelCheckout } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import { methodOfAttempt } from './method-of-attempt.ts';

interface Dependencies {
  readonly channels: ChannelLookup<ChannelCheckout>;
}

/** Names the payment method with which an order was paid, for the consumer's receipt. */
export class NamePaidMethod {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Returns null if the order is not paid, or if the channel no longer offers the method. */
  async execute(order: PaymentOrder): Promise<string | null> {
    const attempt = order.attempts.find(({ attemptId }) => attemptId === order.paidByAttemptId);
    if (attempt === undefined) return null;
    const method = await methodOfAttempt(this.#deps.channels, order, attempt);
    return method?.name ?? null;
  }
}
