import { type RefundQueryResult, type RefundResult, refundStateCodes, toWireAmount } from '@kassa/contracts';
import type { ListedRefund } from '../../../../domain/refund/listed-refunds.ts';
import { type Refund, shownOriginOf } from '../../../../domain/refund/refund.ts';

/** Presents a refund as the answer to a refund request (section 2.2 of the interface specification that Kassa implements). */
export function presentRefund(orderId: string, refund: Refund): RefundResult {
  return {
    transaction_id: refund.transactionId,
    order_id: orderId,
    status: refundStateCodes[refund.state],
    error_msg: refund.failure?.message ?? null,
    error_code: refund.failure?.code ?? null,
    amount: toWireAmount(refund.amount),
    currency_code: refund.amount.currency,
  };
}

/** A refund as the refund query and the list of refunds show it. */
export function presentRefundQuery(order: ListedRefund['order'], refund: Refund): RefundQueryResult {
  return {
    ...presentRefund(order.orderId, refund),
    original_transaction_id: order.merchantTransactionId,
    origin: shownOriginOf(refund),
    reason: refund.reason,
    remark: refund.remark,
    created_at: refund.createdAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
  };
}
