import { compileValidator, OrderListQuery, type OrderListResult, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListOrders } from '../../../../application/payments/list-orders.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { pageSizeOf } from '../page-size.ts';
import { readOptionalMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import { presentPayment } from './payment-presenter.ts';

const readQuery = compileValidator(OrderListQuery);

/** `GET /api/merchant/order/list` (decisions, section 10). */
export function listOrdersRoute(router: Router, listOrders: ListOrders): void {
  router.get('/api/merchant/order/list', async (ctx) => {
    const { merchant } = merchantRequestOf(ctx);
    const query = orInvalid(readQuery(queryOf(ctx)));
    const page = orThrow(
      await listOrders.execute(merchant.merchantId, {
        from: readOptionalMoment('created_from', query.created_from),
        before: readOptionalMoment('created_to', query.created_to),
        state: query.state ?? null,
        after: query.after ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    ctx.body = succeed<OrderListResult>({ orders: page.orders.map(presentPayment), next: page.next });
  });
}
