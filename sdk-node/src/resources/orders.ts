import type { OrderListQuery, OrderListResult, PaymentQueryResult } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { type Page, type Paged, readPages } from '../request/paging.ts';
import { type Moment, momentText, pathWithQuery } from '../request/signed-query.ts';

export type { OrderListResult } from '@kassa/contracts';

/** Filters for `orders.list`. Without filters, it lists all orders. */
export type OrderListParams = Omit<OrderListQuery, 'created_from' | 'created_to' | 'limit'> & {
  /** List only orders that were created at this time or later. */
  created_from?: Moment | undefined;
  /** Only orders created before this time. */
  created_to?: Moment | undefined;
  /** The number of orders per page, from 1 to 100; the default is 50. */
  limit?: number | undefined;
};

/** A page of orders, newest first. */
export type OrderPage = Page<OrderListResult, PaymentQueryResult>;

/** Lists the merchant's orders, for example to compare them with the merchant's own books. */
export class Orders {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Lists orders, newest first. `await` gives the first page, `for await` every order of all pages. Orders that are created in
   * the meantime do not shift the list.
   *
   * @param options settings of each page's request
   * @throws {InvalidRequestError} when a member is wrong or `after` is not an order of this merchant
   */
  list(params: OrderListParams = {}, options?: CallOptions): Paged<OrderPage, PaymentQueryResult> {
    return readPages({
      read: async (after = params.after) => {
        const path = pathWithQuery('/api/merchant/order/list', {
          ...params,
          created_from: momentText('created_from', params.created_from),
          created_to: momentText('created_to', params.created_to),
          after,
        });
        return (await this.#gateway.send({ method: 'GET', path }, options)) as OrderListResult;
      },
      itemsOf: ({ orders }) => orders,
    });
  }
}
