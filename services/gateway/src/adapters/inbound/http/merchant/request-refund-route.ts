import { compileValidator, RefundRequest, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { RefundRequestCommand, RequestRefund } from '../../../../application/payments/request-refund.ts';
import { readCompactTime } from '../compact-time.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow, refused } from '../refused-error.ts';
import { type BusinessBody, orInvalid, readAmountAt, readBusinessBody } from '../request-reading.ts';
import { presentRefund } from './refund-presenter.ts';

const validate = compileValidator(RefundRequest);

/** `POST /api/merchant/payment/refund` (interface, section 4.1). */
export function requestRefundRoute(router: Router, requestRefund: RequestRefund): void {
  router.post('/api/merchant/payment/refund', async (ctx) => {
    const { merchant, body } = merchantRequestOf(ctx);
    const business = readBusinessBody(body);
    const command = readRefundRequest(business);
    const accepted = orThrow(await requestRefund.execute(merchant.merchantId, command), business.prefix);
    ctx.body = succeed(presentRefund(accepted.orderId, accepted.refund));
  });
}

function readRefundRequest(body: BusinessBody): RefundRequestCommand {
  const message = orInvalid(validate(body.value), body.prefix);
  return {
    transactionId: message.transaction_id,
    originalTransactionId: message.original_transaction_id,
    amount: readAmountAt(body, 'amount', message.currency_code),
    refundTime: readRefundTime(message.refund_time, body.prefix),
    reason: message.reason ?? null,
    remark: message.remark ?? null,
  };
}

function readRefundTime(text: string | undefined, prefix: string): Date | null {
  if (text === undefined) return null;
  const time = readCompactTime(text);
  if (time === undefined) {
    throw refused('INVALID_REQUEST', 'refund_time is not a date that exists.', [
      { path: `${prefix}refund_time`, message: 'must be a real date, yyyyMMddHHmmss in UTC' },
    ]);
  }
  return time;
}
