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
  summary: 'Record how a refund ended when its channel does not report it',
  description:
    'For a refund with a case refund_unresolved, open or settled, once the channel’s own record shows what became of it. The order moves and the merchant gets the event as if the channel had told. A refund that was made is in the settlement report of today. A refund that the channel does not have is cancelled by not_made. Money that came too late or twice, and did not go back, becomes a case return_failed, and can be returned again. A refund that ended without money can be concluded as made, whether the channel or an operator was wrong; order.refund.succeeded then follows the order.refund.failed of before. The call is refused for about a minute of real time after the gateway has sent the refund, because the channel may be making it just then. A later report of the channel that contradicts the conclusion is set aside as a case.',
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
      title: 'It was made',
      body: { outcome: 'made', note: 'The processor’s dashboard shows it as refunded.' },
      data: {
        refund_id: exampleRefundId,
        order_id: exampleOrderId,
        refund_state: 'SUCCESS',
        order_state: 'PARTIAL_REFUND',
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
  summary: 'Record how a dispute ended when its channel does not report it',
  description:
    'For the open dispute of an order, once the channel’s own record shows its outcome. The channel’s reference names the dispute, so that another one, opened after you looked, is not ended instead. The order moves and the merchant gets the event as if the channel had told. A later report of the channel that contradicts the conclusion is set aside as a case. If the bank has taken money after all, or more of it, conclude the same dispute as lost: the order counts what the bank took beyond the amount that was counted before.',
  pathParameters: { orderId: { schema: OrderId, description: 'The platform’s order identifier.' } },
  body: ConcludeDisputeRequest,
  data: ConcludedDispute,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'DISPUTE_NOT_CONCLUDABLE'],
  examples: [
    {
      title: 'It was lost',
      body: {
        dispute: 'dp_1',
        outcome: 'lost',
        note: 'The processor’s dashboard shows it as lost since 3 December.',
      },
      data: { order_id: exampleOrderId, dispute_state: 'lost', order_state: 'REFUNDED' },
    },
  ],
});

/** Ends that no channel tells, for `kassa-admin refund conclude` and `dispute conclude`. */
export const conclusionEndpoints: readonly Endpoint[] = [concludeRefund, concludeDispute];
