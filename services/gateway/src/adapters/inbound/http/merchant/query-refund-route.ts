import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { QueryRefund } from '../../../../application/payments/query-refund.ts';
import { orThrow } from '../refused-error.ts';
import { presentRefundQuery } from './refund-presenter.ts';
import { signedRoute } from './signed-route.ts';

/** Queries a refund (interface, section 4.1). */
export function queryRefundRoute(router: Router, queryRefund: QueryRefund): void {
  signedRoute(router, endpoints.queryRefund, async ({ merchant, path: { transactionId } }) => {
    const { order, refund } = orThrow(await queryRefund.execute(merchant.merchantId, transactionId));
    return presentRefundQuery(order, refund);
  });
}
