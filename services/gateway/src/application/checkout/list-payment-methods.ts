import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MethodOffer, PaymentChannels } from '../../ports/payment-channels.ts';

/** The methods a consumer can pay this order with, in the order in which they are to be shown. */
export class ListPaymentMethods {
  readonly #channels: PaymentChannels;

  constructor(deps: { channels: PaymentChannels }) {
    this.#channels = deps.channels;
  }

  execute(order: PaymentOrder): readonly MethodOffer[] {
    return this.#channels.offers(order.amount);
  }
}
