import { orderStateCodes, refundStateCodes, toWireAmount, type WebhookEvent } from '@kassa/contracts';
import { type Dispute, endedAt } from '../../domain/dispute/dispute.ts';
import type { OrderEvent } from '../../domain/order/order-event.ts';
import { eventIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { isAutomatic, shownOriginOf } from '../../domain/refund/refund.ts';

/** The body of a webhook. It shows the order's state at the time of the event. */
export function webhookEventOf(order: PaymentOrder, event: OrderEvent): WebhookEvent {
  const { refund, failure, dispute } = event;
  return {
    event_type: event.type,
    event_id: eventIdOf(order.orderId, event.sequence),
    created_at: event.occurredAt.toISOString(),
    data: {
      order_id: order.orderId,
      merchant_transaction_id: order.merchantTransactionId,
      amount: toWireAmount(order.amount),
      currency_code: order.amount.currency,
      status: orderStateCodes[event.state],
      state: event.state,
      sequence: event.sequence,
      ...(refund && {
        refund: {
          transaction_id: refund.transactionId,
          amount: toWireAmount(refund.amount),
          status: refundStateCodes[refund.state],
          automatic: isAutomatic(refund),
          origin: shownOriginOf(refund),
          error_code: refund.failure?.code ?? null,
          error_msg: refund.failure?.message ?? null,
        },
      }),
      ...(failure && { failure: { code: failure.code, message: failure.message } }),
      ...(dispute && { dispute: disputeDataOf(dispute) }),
    },
  };
}

/** A dispute as merchants see it, in events and in the payment query. */
export function disputeDataOf(dispute: Dispute): NonNullable<WebhookEvent['data']['dispute']> {
  const { channelReference, reason = null, amount, state, channelUrl = null } = dispute;
  return {
    id: channelReference,
    reason,
    amount: toWireAmount(amount),
    state,
    opened_at: dispute.openedAt.toISOString(),
    respond_by: dispute.respondBy?.toISOString() ?? null,
    channel_url: channelUrl,
    resolved_at: endedAt(dispute)?.toISOString() ?? null,
  };
}
