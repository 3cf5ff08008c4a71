import { type Static, Type } from 'typebox';
import { Amount, CurrencyCode, closed, MerchantTransactionId, OrderId, Timestamp } from './field-schemas.ts';
import { eventTypes } from './order-states.ts';
import { Dispute, OrderStateName, OrderStatusCode, PaymentFailure } from './payment.ts';
import { RefundOrigin, RefundStatusCode } from './refund.ts';

export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}_[0-9]{1,6}$',
  description: 'Stable ID of the event, also sent as the `webhook-id` of every delivery.',
  examples: ['evt_5d41402abc4b2a76b9719d911017c592_2'],
});

export const EventTypeName = Type.Enum(eventTypes, { description: 'Type of event.' });

export const WebhookEventData = Type.Object(
  {
    order_id: OrderId,
    merchant_transaction_id: MerchantTransactionId,
    amount: Type.Number({ description: 'The order’s amount, in major units.', examples: [10.5] }),
    currency_code: CurrencyCode,
    status: OrderStatusCode,
    state: OrderStateName,
    sequence: Type.Integer({
      minimum: 1,
      description: 'Position of the event among the order’s events, without gaps. Sort events by it.',
    }),
    refund: Type.Optional(
      Type.Object(
        {
          transaction_id: Type.String({
            description:
              'Your `transaction_id` of the refund. If the operator recorded that more money went back, the gateway’s ID of that record.',
          }),
          amount: Amount,
          status: RefundStatusCode,
          automatic: Type.Boolean(),
          origin: RefundOrigin,
          error_code: Type.Union([Type.String(), Type.Null()]),
          error_msg: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
    ),
    failure: Type.Optional(PaymentFailure),
    dispute: Type.Optional(Dispute),
  },
  closed,
);

/** The event posted to the merchant's webhook address (section 2.6 of the interface specification that Kassa implements). */
export const WebhookEvent = Type.Object(
  { event_type: EventTypeName, event_id: EventId, created_at: Timestamp, data: WebhookEventData },
  closed,
);
export type WebhookEvent = Static<typeof WebhookEvent>;
