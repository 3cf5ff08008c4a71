import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { ChannelMethod } from '../../ports/payment-channel.ts';
import type { RoutePayment } from './route-payment.ts';

/** The methods a consumer can pay this order with now, in the order in which they are to be shown. */
export class ListPaymentMethods {
  readonly #routePayment: RoutePayment;
  readonly #merchants: MerchantRepository;

  constructor(deps: { routePayment: RoutePayment; merchants: MerchantRepository }) {
    this.#routePayment = deps.routePayment;
    this.#merchants = deps.merchants;
  }

  /** None for a merchant that was switched off. */
  async execute(order: PaymentOrder): Promise<readonly ChannelMethod[]> {
    const merchant = await this.#merchants.find(order.merchantId);
    if (merchant === undefined || !takesPayments(merchant)) return [];
    const routed = await this.#routePayment.execute(order, merchant);
    return routed.flatMap(({ method }) => method ?? []);
  }
}
