import type { RefundRequest } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { AcceptRefund, type RefundRequestCommand } from '../../../../application/payments/accept-refund.ts';
import { FindPayments } from '../../../../application/payments/find-payments.ts';
import { ListRefunds } from '../../../../application/payments/list-refunds.ts';
import type { RequestedAmount } from '../../../../domain/refund/request-refund.ts';
import type { InstancesOf } from '../instances-of.ts';
import { readCompactTime, readOptionalMoment } from '../read-times.ts';
import { orThrow, refused } from '../refused-error.ts';
import { type BusinessBody, pageSizeOf, readAmountAt, requireCurrency } from '../request-reading.ts';
import { presentRefund, presentRefundQuery } from './refund-presenter.ts';
import { signedRoute } from './signed-route.ts';

export const refundUseCases = {
  acceptRefund: AcceptRefund,
  findPayments: FindPayments,
  listRefunds: ListRefunds,
};

/**
 * Serves the endpoints that request, query and list refunds (section 4.1 of the interface specification that Kassa implements).
 */
export function refundRoutes(
  router: Router,
  { acceptRefund, findPayments, listRefunds }: InstancesOf<typeof refundUseCases>,
): void {
  signedRoute(router, endpoints.requestRefund, async ({ merchant, body, business }) => {
    const command = readRefundRequest(body, business);
    const accepted = orThrow(await acceptRefund.execute(merchant.merchantId, command), business.prefix);
    return presentRefund(accepted.orderId, accepted.refund);
  });

  signedRoute(router, endpoints.queryRefund, async ({ merchant, path: { transactionId } }) => {
    const { order, refund } = orThrow(await findPayments.findRefund(merchant.merchantId, transactionId));
    return presentRefundQuery(order, refund);
  });

  signedRoute(router, endpoints.listRefunds, async ({ merchant, query }) => {
    const page = orThrow(
      await listRefunds.execute(merchant.merchantId, {
        from: readOptionalMoment('from', query.from),
        before: readOptionalMoment('to', query.to),
        state: query.state ?? null,
        order: query.order ?? null,
        origin: query.origin ?? null,
        after: query.after ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    return {
      refunds: page.refunds.map(({ order, refund }) => presentRefundQuery(order, refund)),
      next: page.next,
    };
  });
}

function readRefundRequest(message: RefundRequest, business: BusinessBody): RefundRequestCommand {
  return {
    transactionId: message.transaction_id,
    originalTransactionId: message.original_transaction_id,
    amount: readRequestedAmount(message, business),
    refundTime: readRefundTime(message.refund_time, business.prefix),
    reason: message.reason ?? null,
    remark: message.remark ?? null,
  };
}

function readRequestedAmount(
  { amount, currency_code: currency }: RefundRequest,
  business: BusinessBody,
): RequestedAmount {
  if (amount !== undefined) return readAmountAt(business, 'amount', currency);
  requireCurrency(business, currency);
  return { amountMinor: null, currency };
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
