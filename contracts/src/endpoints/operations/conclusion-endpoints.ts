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
    'Records the result of a refund that has a refund_unresolved case, open or settled. First look at the channel’s own record of the refund. If the channel returned the money, record made. If the record shows no refund, record made_by_hand (you returned the money outside the channel) or not_made. The call changes the order’s state and sends the merchant the event, as if the channel had reported the result. A completed refund counts in today’s settlement report.\n\n' +
    'With not_made, send the time when you looked at the record (looked_at). If the gateway sent the refund after that time, the call is refused, and you have to look again. The call is also refused for about a minute of real time after the gateway sent the refund, because the channel may be making the refund at that moment. If you record not_made for the automatic return of a late or duplicate payment, the return becomes a return_failed case and can be repeated.\n\n' +
    'You can correct an earlier result. If a refund was wrongly recorded as not made, record it as made; order.refund.succeeded then follows the earlier order.refund.failed. If more money went back than the amount of a refund in state SUCCESS, for example because both the channel and an operator returned money, record that too: the gateway adds a further refund for the rest, with its own ID and its own order.refund.succeeded. A recorded amount cannot be reduced.\n\n' +
    'If the channel later reports a different result, the gateway does not apply that report, but shows it to the operator as a case.',
  pathParameters: {
    refundId: {
      schema: Type.String({ examples: [exampleRefundId] }),
      description: 'The gateway’s ID of the refund.',
    },
  },
  body: ConcludeRefundRequest,
  data: ConcludedRefund,
  errors: ['INVALID_REQUEST', 'REFUND_NOT_FOUND', 'ORDER_ARCHIVED', 'REFUND_NOT_CONCLUDABLE', 'ORDER_FULL'],
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
    'Records the outcome of an order’s dispute that the channel did not report. First look at the channel’s own record of the dispute. Name the dispute by the channel’s reference, so that you cannot end a newer dispute by mistake. The call changes the order’s state and sends the merchant the event, as if the channel had reported the outcome. Repeating the request records nothing more.\n\n' +
    'You can also correct an outcome that the order records. If a won dispute was lost after all, record it as lost. If the bank took another amount than the order records, record the dispute as lost again, with the total amount that the bank took. If the bank gave everything back, record it as won. For each correction, name the recorded outcome by its time (corrects). A request without this time cannot change an outcome: when you sent it, the channel may not have reported this outcome yet. For the same reason, name the time of the latest report (corrects) if the channel has reported an open dispute again, for example because the bank has objected once more.\n\n' +
    'You can even record a lost dispute that the channel never reported. For this, the order must be paid and have no other open dispute, and you must send the amount. If the order has several attempts, you must also name the disputed one. A loss of a late or duplicate payment does not change the order, but the gateway then does not return that payment.\n\n' +
    'If the channel took several payments for the attempt, you must also name the disputed one, unless the channel reported over which one the dispute is. The call is refused if the order does not count this payment, for example because it was a further payment or had a wrong amount.\n\n' +
    'If the channel later reports a different outcome, the gateway does not apply that report, but shows it to the operator as a case.',
  pathParameters: { orderId: { schema: OrderId, description: 'The platform’s order identifier.' } },
  body: ConcludeDisputeRequest,
  data: ConcludedDispute,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED', 'DISPUTE_NOT_CONCLUDABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'The dispute was lost',
      body: {
        dispute: 'dp_1',
        outcome: 'lost',
        note: 'The processor’s dashboard shows that the dispute was lost on 3 December.',
      },
      data: {
        order_id: exampleOrderId,
        dispute_state: 'lost',
        order_state: 'REFUNDED',
        other_payment: false,
      },
    },
  ],
});

/**
 * Endpoints with which an operator records a result that no channel reported, for `kassa-admin refund conclude` and `dispute
 * conclude`.
 */
export const conclusionEndpoints: readonly Endpoint[] = [concludeRefund, concludeDispute];
