import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ListOrders } from '../../../../application/payments/list-orders.ts';
import { pageSizeOf } from '../page-size.ts';
import { readOptionalMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { presentPayment } from './payment-presenter.ts';
import { signedRoute } from './signed-route.ts';

/** Lists the merchant's orders (decisions, section 10). */
export function listOrdersRoute(router: Router, listOrders: ListOrders): void {
  signedRoute(router, endpoints.listOrders, async ({ merchant, query }) => {
    const page = orThrow(
      await listOrders.execute(merchant.merchantId, {
        from: readOptionalMoment('created_from', query.created_from),
        before: readOptionalMoment('created_to', query.created_to),
        state: query.state ?? null,
        after: query.after ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    return { orders: page.orders.map(presentPayment), next: page.next };
  });
}
