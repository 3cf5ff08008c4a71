import { Type } from 'typebox';
import { OrderId } from '../../field-schemas.ts';
import {
  ConcludeDisputeRequest,
  ConcludedDispute,
  ConcludedRefund,
  ConcludeRefundRequest,
} from '../../operator-decisions.ts';
import { type Endpoint, taking } from '../endpoint.ts';
import { exampleOrderId, exampleRefundId } from '../examples.ts';
import { ofOperator } from './merchant-endpoints.ts';

export const concludeRefund = taking({
  ...ofOperator,
  id: 'concludeRefund',
  method: 'POST',
  path: '/admin/refunds/{refundId}/conclude',
  summary: 'Record the result of a refund that its channel did not report',
  description:
    'Records the result of a refund that has a refund_unresolved case, open or settled. Call it when the channel’s own record shows the result. The order’s state changes, and the merchant gets the event, as if the channel had reported the result. A completed refund counts in today’s settlement report. If the channel does not have the refund, record it as made_by_hand or as not_made. For not_made, say when you looked at the channel’s record (looked_at). If the gateway has sent the refund since then, the call is refused, and you have to look again. A refund that ended without money can still be recorded as made if the channel or an operator was wrong; order.refund.succeeded then follows the earlier order.refund.failed. If more money was returned than a refund in state SUCCESS shows, the gateway records the rest as a further refund with its own ID and its own order.refund.succeeded. That happens if the channel returned more, or if the channel and an operator both returned the money. A recorded amount cannot be reduced. If an automatic return of a late or duplicate payment was not made, it becomes a return_failed case and can be repeated. For about a minute of real time after the gateway sent the refund, the call is refused, because the channel may be making the refund at that moment. If the channel later reports a different result, the gateway sets the report aside as a case.',
  pathParameters: {
    refundId: {
      schema: Type.String({ examples: [exampleRefundId] }),
      description: 'The gateway’s ID of the refund.',
    },
  },
  body: ConcludeRefundRequest,
  data: ConcludedRefund,
  errors: ['INVALID_REQUEST', 'REFUND_NOT_FOUND', 'REFUND_NOT_CONCLUDABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'The refund was made',
      body: { outcome: 'made', note: 'The processor’s dashboard shows that the refund was made.' },
      data: {
        refund_id: exampleRefundId,
        order_id: exampleOrderId,
        refund_state: 'SUCCESS',
        order_state: 'PARTIAL_REFUND',
        correction_id: null,
        automatic: false,
      },
    },
  ],
});

export const concludeDispute = taking({
  ...ofOperator,
  id: 'concludeDispute',
  method: 'POST',
  path: '/admin/orders/{orderId}/dispute/conclude',
  summary: 'Record the outcome of a dispute that its channel did not report',
  description:
    'Records the outcome of an order’s open dispute. Call it when the channel’s own record shows the outcome. Name the dispute by the channel’s reference, so that you cannot end a dispute that was opened after you looked. The order’s state changes, and the merchant gets the event, as if the channel had reported the outcome. If the channel later reports a different outcome, the gateway sets the report aside as a case. If a dispute ended otherwise but the bank took money after all, record it as lost. If it is recorded as lost but the bank took more, record it as lost again with the total amount that the bank took. The order then counts the amount that it did not count before. Repeating the request records nothing more. You can also record a lost dispute that the channel has never reported. The order must be paid and have no other open dispute, and you must name the amount.',
  pathParameters: { orderId: { schema: OrderId, description: 'The platform’s order identifier.' } },
  body: ConcludeDisputeRequest,
  data: ConcludedDispute,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'DISPUTE_NOT_CONCLUDABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'The dispute was lost',
      body: {
        dispute: 'dp_1',
        outcome: 'lost',
        note: 'The processor’s dashboard shows that the dispute was lost on 3 December.',
      },
      data: { order_id: exampleOrderId, dispute_state: 'lost', order_state: 'REFUNDED' },
    },
  ],
});

/**
 * Endpoints with which an operator records a result that no channel reported, for `kassa-admin refund conclude` and `dispute
 * conclude`.
 */
export const conclusionEndpoints: readonly Endpoint[] = [concludeRefund, concludeDispute];
