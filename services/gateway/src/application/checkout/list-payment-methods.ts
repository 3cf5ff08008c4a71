import { isAttemptAlive } from '../../domain/attempt/payment-attempt.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import { latestAttempt, type PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { ChannelCheckout, ChannelMethod } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { RoutePayment } from './route-payment.ts';

interface Dependencies {
  readonly routePayment: RoutePayment;
  readonly channels: ChannelLookup<ChannelCheckout>;
  readonly merchants: MerchantRepository;
}

/** Lists the methods with which a consumer can pay an order now, in the sequence in which the page shows them. */
export class ListPaymentMethods {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Returns the payment methods of an order; none if the merchant takes no payments at present. */
  async execute(order: PaymentOrder): Promise<readonly ChannelMethod[]> {
    const merchant = await this.#deps.merchants.find(order.merchantId);
    if (merchant === undefined || !takesPayments(merchant)) return [];
    const routed = await this.#deps.routePayment.execute(order, merchant);
    const offered = routed.flatMap(({ method }) => method ?? []);
    const begun = await this.#begun(order);
    return begun === undefined || offered.some(({ code }) => code === begun.code)
      ? offered
      : [begun, ...offered];
  }

  /**
   * Returns the payment method of an attempt that the consumer has already started. The consumer can still use this method,
   * with the same description, even if it is no longer offered for new attempts.
   */
  async #begun(order: PaymentOrder): Promise<ChannelMethod | undefined> {
    const attempt = latestAttempt(order);
    if (attempt === undefined || attempt.opening === null || !isAttemptAlive(attempt)) return undefined;
    const channel = await this.#deps.channels.find(attempt.channelId);
    const secondsLeftThen = (order.expiresAt.getTime() - attempt.openedAt.getTime()) / 1_000;
    return channel?.methods(order.amount, secondsLeftThen).find(({ code }) => code === attempt.methodCode);
  }
}
