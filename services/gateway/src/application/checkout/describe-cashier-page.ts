import { isOrderId } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import type { PageOrigins, PaymentChannel } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { RoutePayment } from './route-payment.ts';

/** What an order's cashier page may have around it and in it. */
export interface CashierPage {
  /** Whose pages may show it in a frame, as exact origins. */
  readonly framedBy: readonly string[];
  readonly loadsFrom: PageOrigins;
}

interface Dependencies {
  readonly orders: OrderRepository;
  readonly merchants: MerchantRepository;
  readonly channels: PaymentChannels;
  readonly routePayment: RoutePayment;
}

/**
 * Says what the page of an order is allowed. An unknown order gets what any order of a merchant without
 * origins of its own gets: whoever tries identifiers is not told by the page which ones there are.
 */
export class DescribeCashierPage {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string): Promise<CashierPage> {
    // Nothing else is an order's ID, so nothing else is looked for.
    if (!isOrderId(orderId)) return this.unknownOrder();
    try {
      const order = await this.#deps.orders.find(orderId);
      return order === undefined ? this.unknownOrder() : await this.#pageOf(order);
    } catch (error) {
      // A page that cannot be framed is better than none: it says what is wrong, and tries again.
      if (error instanceof TemporarilyUnavailable) return this.unknownOrder();
      throw error;
    }
  }

  /** The page of an order that is none, or was not looked for. */
  async unknownOrder(): Promise<CashierPage> {
    return { framedBy: [], loadsFrom: originsOf(await this.#deps.channels.all()) };
  }

  /**
   * The page lives longer than a channel's health, and what it may load is said once: so it names every channel
   * that the order could go to, down or not, and those of the attempts that are there.
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
    return { framedBy: merchant?.allowedOrigins ?? [], loadsFrom: originsOf(channels) };
  }
}

function originsOf(channels: readonly PaymentChannel[]): PageOrigins {
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
