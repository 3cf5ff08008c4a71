import { succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { QueryPayment } from '../../../../application/payments/query-payment.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow } from '../refused-error.ts';
import { presentPayment } from './payment-presenter.ts';

/** `GET /api/merchant/order/payment/query/{transactionId}` (interface, section 4.1). */
export function queryPaymentRoute(router: Router, queryPayment: QueryPayment): void {
  router.get('/api/merchant/order/payment/query/:transactionId', async (ctx) => {
    const { merchant } = merchantRequestOf(ctx);
    const { order } = orThrow(
      await queryPayment.execute(merchant.merchantId, String(ctx.params.transactionId)),
    );
    ctx.body = succeed(presentPayment(order));
  });
}
