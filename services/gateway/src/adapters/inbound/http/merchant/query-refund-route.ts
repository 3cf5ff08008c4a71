import { succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { QueryRefund } from '../../../../application/payments/query-refund.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow } from '../refused-error.ts';
import { presentRefundQuery } from './refund-presenter.ts';

/** `GET /api/merchant/order/refund/query/{transactionId}` (interface, section 4.1). */
export function queryRefundRoute(router: Router, queryRefund: QueryRefund): void {
  router.get('/api/merchant/order/refund/query/:transactionId', async (ctx) => {
    const { merchant } = merchantRequestOf(ctx);
    const { order, refund } = orThrow(
      await queryRefund.execute(merchant.merchantId, String(ctx.params.transactionId)),
    );
    ctx.body = succeed(presentRefundQuery(order, refund));
  });
}
