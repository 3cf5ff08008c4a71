import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import { type MethodOffer, offersOf } from './method-offers.ts';

/** The methods a consumer can pay this order with, in the order in which they are to be shown. */
export class ListPaymentMethods {
  readonly #channels: PaymentChannels;
  readonly #merchants: MerchantRepository;
  readonly #clock: Clock;

  constructor(deps: { channels: PaymentChannels; merchants: MerchantRepository; clock: Clock }) {
    this.#channels = deps.channels;
    this.#merchants = deps.merchants;
    this.#clock = deps.clock;
  }

  /** None for a merchant that was switched off. */
  async execute(order: PaymentOrder): Promise<readonly MethodOffer[]> {
    const merchant = await this.#merchants.find(order.merchantId);
    if (!takesPayments(merchant)) return [];
    return offersOf(await this.#channels.availableTo(order.merchantId), order, this.#clock.now());
  }
}
