import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { CreatePayment } from '../../../../application/payments/create-payment.ts';
import { FindPayments } from '../../../../application/payments/find-payments.ts';
import { ListOrders } from '../../../../application/payments/list-orders.ts';
import type { InstancesOf } from '../instances-of.ts';
import { readOptionalMoment } from '../read-times.ts';
import { orThrow } from '../refused-error.ts';
import { pageSizeOf } from '../request-reading.ts';
import { presentPayment, readNewPayment } from './payment-messages.ts';
import { signedRoute } from './signed-route.ts';

export const paymentUseCases = {
  createPayment: CreatePayment,
  findPayments: FindPayments,
  listOrders: ListOrders,
};

/**
 * Serves the endpoints that create, query and list a merchant's payment orders (section 4.1 of the interface specification that
 * Kassa implements).
 */
export function paymentRoutes(
  router: Router,
  { createPayment, findPayments, listOrders }: InstancesOf<typeof paymentUseCases>,
): void {
  signedRoute(router, endpoints.createPayment, async ({ merchant, body, business }) => {
    const payment = readNewPayment(body, business);
    const created = orThrow(await createPayment.execute(merchant, payment), business.prefix);
    return { order_id: created.orderId, pay_url: created.payUrl };
  });

  signedRoute(router, endpoints.queryPayment, async ({ merchant, path: { transactionId } }) => {
    const { order } = orThrow(await findPayments.findOrder(merchant.merchantId, transactionId));
    return presentPayment(order);
  });

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
