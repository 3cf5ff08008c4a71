import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { QueryPayment } from '../../../../application/payments/query-payment.ts';
import { orThrow } from '../refused-error.ts';
import { presentPayment } from './payment-presenter.ts';
import { signedRoute } from './signed-route.ts';

/** Queries an order (interface, section 4.1). */
export function queryPaymentRoute(router: Router, queryPayment: QueryPayment): void {
  signedRoute(router, endpoints.queryPayment, async ({ merchant, path: { transactionId } }) => {
    const { order } = orThrow(await queryPayment.execute(merchant.merchantId, transactionId));
    return presentPayment(order);
  });
}
