import { type Static, Type } from 'typebox';
import { DisputeReason } from './dispute-reasons.ts';
import { disputeStates } from './dispute-states.ts';
import { Amount, CurrencyCode, closed, MerchantTransactionId, OrderId, Timestamp } from './field-schemas.ts';
import { orderStateCodes, orderStates } from './order-states.ts';
import { RefundOrigin, RefundStatusCode } from './refund.ts';

export const OrderStateName = Type.Enum(orderStates, {
  description: 'Name of the order state.',
  examples: ['PAY_SUCCESS'],
});

export const OrderStatusCode = Type.Enum(Object.values(orderStateCodes), {
  description: 'Code of the order state.',
  examples: [2],
});

export const CardSummary = Type.Object(
  {
    brand: Type.String({ examples: ['visa'] }),
    last4: Type.String({ pattern: '^[0-9]{4}$', examples: ['4242'] }),
  },
  closed,
);

export const PaymentFailure = Type.Object(
  {
    code: Type.String({ description: 'The channel’s own code.', examples: ['insufficient_funds'] }),
    message: Type.String({ examples: ['The card has insufficient funds.'] }),
  },
  closed,
);

export const OrderRefund = Type.Object(
  {
    transaction_id: Type.String({
      description:
        'The merchant’s `transaction_id` of the refund. An automatic refund, or one with which the operator recorded that more money went back, has the gateway’s ID instead. A refund that somebody made at the processor has a number made by the gateway (`chn_…`).',
    }),
    amount: Amount,
    status: RefundStatusCode,
    automatic: Type.Boolean({
      description: 'Whether the gateway made the refund itself, to return a late or duplicate payment.',
    }),
    origin: RefundOrigin,
    reason: Type.Union([Type.String(), Type.Null()]),
    error_code: Type.Union([Type.String(), Type.Null()]),
    error_msg: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    completed_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

export const Dispute = Type.Object(
  {
    id: Type.String({ description: 'The processor’s ID of the dispute.', examples: ['dsp_8'] }),
    reason: Type.Union([DisputeReason, Type.Null()], {
      description: 'Why the consumer disputes the payment; null if the channel does not say.',
    }),
    amount: Amount,
    state: Type.Enum(disputeStates),
    opened_at: Timestamp,
    respond_by: Type.Union([Timestamp, Type.Null()], {
      description: 'Until when you can answer the bank; null if the channel does not say.',
    }),
    channel_url: Type.Union([Type.String(), Type.Null()], {
      description: 'The dispute’s page in the processor’s dashboard; null if the channel has none.',
    }),
    resolved_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

/** `data` of `GET /api/merchant/order/payment/query/{transactionId}`. */
export const PaymentQueryResult = Type.Object(
  {
    order_id: OrderId,
    merchant_transaction_id: MerchantTransactionId,
    amount: Amount,
    currency_code: CurrencyCode,
    status: OrderStatusCode,
    state: OrderStateName,
    refunded_amount: Amount,
    refundable_amount: Type.Number({
      description: 'What can still be refunded: the amount paid less completed and pending refunds.',
    }),
    description: Type.Union([Type.String(), Type.Null()]),
    payment_method: Type.Union([Type.String(), Type.Null()], { examples: ['card'] }),
    card: Type.Optional(CardSummary),
    channel_type: Type.Union([Type.String(), Type.Null()], { examples: ['Sandbox'] }),
    failure: Type.Union([PaymentFailure, Type.Null()], {
      description: 'Failure of the last attempt; null if it did not fail.',
    }),
    refunds: Type.Array(OrderRefund),
    dispute: Type.Optional(Dispute),
    version: Type.Integer({ minimum: 1, description: 'Grows with each change of the order.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    paid_at: Type.Union([Timestamp, Type.Null()]),
    closed_at: Type.Union([Timestamp, Type.Null()]),
  },
  { ...closed, description: 'The current state of a payment order.' },
);
export type PaymentQueryResult = Static<typeof PaymentQueryResult>;
