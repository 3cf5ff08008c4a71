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
  summary: 'Record the result of a refund that its channel never reported',
  description:
    'For a refund with an open or settled refund_unresolved case, once the channel’s own record shows its result. The order’s state changes and the merchant gets the event as if the channel had reported the result. A completed refund counts in today’s settlement report. A refund that the channel does not have can be recorded as made by hand, or else as not made, which cancels it. A refund that ended without money can still be recorded as made, if the channel or an operator was wrong; order.refund.succeeded then follows the earlier order.refund.failed. If more went back for a refund that is SUCCESS, because the channel returned more or the money went back both at the channel and by hand, the rest is recorded as a further refund with an ID and an order.refund.succeeded of its own. A recorded amount cannot be made smaller. If an automatic return of a late or duplicate payment was not made, it becomes a return_failed case and can be repeated. The call is refused for about a minute of real time after the gateway sent the refund, because the channel may be making it at that moment. A later report from the channel that contradicts the recorded result is set aside as a case.',
  pathParameters: {
    refundId: {
      schema: Type.String({ examples: [exampleRefundId] }),
      description: 'The gateway’s ID of the refund.',
    },
  },
  body: ConcludeRefundRequest,
  data: ConcludedRefund,
  errors: ['INVALID_REQUEST', 'REFUND_NOT_FOUND', 'REFUND_NOT_CONCLUDABLE'],
  examples: [
    {
      title: 'The refund was made',
      body: { outcome: 'made', note: 'The processor’s dashboard shows it as refunded.' },
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
  summary: 'Record the outcome of a dispute that its channel never reported',
  description:
    'For the open dispute of an order, once the channel’s own record shows its outcome. Name the dispute by the channel’s reference, so that a dispute opened after you looked is not ended by mistake. The order’s state changes and the merchant gets the event as if the channel had reported the outcome. A later report from the channel that contradicts the recorded outcome is set aside as a case. If the bank took money after all, or more of it, record the same dispute as lost: the order counts what the bank took beyond the amount counted before. A lost dispute of a paid order that the channel has never reported is recorded if you name its amount, while no other dispute is open.',
  pathParameters: { orderId: { schema: OrderId, description: 'The platform’s order identifier.' } },
  body: ConcludeDisputeRequest,
  data: ConcludedDispute,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'DISPUTE_NOT_CONCLUDABLE'],
  examples: [
    {
      title: 'The dispute was lost',
      body: {
        dispute: 'dp_1',
        outcome: 'lost',
        note: 'The processor’s dashboard shows it as lost since 3 December.',
      },
      data: { order_id: exampleOrderId, dispute_state: 'lost', order_state: 'REFUNDED' },
    },
  ],
});

/** Results that no channel reported, for `kassa-admin refund conclude` and `dispute conclude`. */
export const conclusionEndpoints: readonly Endpoint[] = [concludeRefund, concludeDispute];
