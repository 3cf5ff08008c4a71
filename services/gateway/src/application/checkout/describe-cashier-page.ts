import { imageOrigins } from '../../domain/order/image-origins.ts';
import { isOrderId } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { OrderArchived } from '../../ports/order-archived.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { ChannelCheckout, PageOrigins } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { RoutePayment } from './route-payment.ts';

/**
 * The security policy of an order's cashier page: from which origins it may load files, and which sites may show it in a frame.
 */
export interface CashierPage {
  /** Exact origins of the sites that may show the cashier page in a frame. */
  readonly framedBy: readonly string[];
  readonly loadsFrom: PageOrigins;
}

interface Dependencies {
  readonly orders: OrderLookup;
  readonly merchants: MerchantRepository;
  readonly channels: PaymentChannels;
  readonly routePayment: RoutePayment;
}

/**
 * Returns from which origins an order's cashier page may load files, and which sites may show it in a frame. The result for an
 * unknown order is the same as for a merchant without allowed origins, so that the page does not reveal which orders exist.
 */
export class DescribeCashierPage {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string): Promise<CashierPage> {
    // The given string cannot be the ID of an order, so there is no need to read the database.
    if (!isOrderId(orderId)) return this.unknownOrder();
    try {
      const order = await this.#deps.orders.find(orderId);
      return order === undefined ? this.unknownOrder() : await this.#pageOf(order);
    } catch (error) {
      // The database does not respond, so the gateway cannot find out which sites may show the page in a frame. Until it
      // responds, no site may. The page itself shows the problem and tries again. If the order was archived, its session
      // expired long ago, and the page tells the consumer.
      if (error instanceof TemporarilyUnavailable || error instanceof OrderArchived)
        return this.unknownOrder();
      throw error;
    }
  }

  /** Returns the security policy of a cashier page whose order does not exist or could not be looked up. */
  async unknownOrder(): Promise<CashierPage> {
    return { framedBy: [], loadsFrom: originsOf(await this.#deps.channels.all()) };
  }

  /**
   * Returns the security policy of an existing order's cashier page. The policy cannot change after the page is sent, but a
   * channel can fail or recover while the page is open. So the policy allows the files of every channel that the order could
   * use, even of channels that are down now. It also allows the files of the channels of existing attempts.
   */
  async #pageOf(order: PaymentOrder): Promise<CashierPage> {
    const merchant = await this.#deps.merchants.find(order.merchantId);
    const routed = await this.#deps.routePayment.execute(order, merchant ?? { routes: [], methodOrder: [] });
    const tried = await Promise.all(
      [...new Set(order.attempts.map(({ channelId }) => channelId))].map((id) =>
        this.#deps.channels.find(id),
      ),
    );
    const channels = [...routed.flatMap((method) => method.channels), ...tried].filter(
      (channel) => channel !== undefined,
    );
    const loadsFrom = originsOf(channels);
    const images = [...new Set([...loadsFrom.images, ...imageOrigins(order)])];
    return { framedBy: merchant?.allowedOrigins ?? [], loadsFrom: { ...loadsFrom, images } };
  }
}

function originsOf(channels: readonly ChannelCheckout[]): PageOrigins {
  const all = (kind: keyof PageOrigins) => [
    ...new Set(channels.flatMap(({ pageOrigins }) => pageOrigins[kind])),
  ];
  return {
    scripts: all('scripts'),
    styles: all('styles'),
    images: all('images'),
    frames: all('frames'),
    connections: all('connections'),
  };
}
