import { type Static, Type } from 'typebox';
import { Amount, CurrencyCode, closed, MerchantTransactionId, OrderId, Timestamp } from './field-schemas.ts';
import { refundStateCodes, shownRefundOrigins } from './refund-states.ts';

/**
 * The body of `POST /api/merchant/payment/refund`, if its fields are not wrapped in `data` (section 2.2 of the interface
 * specification that Kassa implements).
 */
export const RefundRequest = Type.Object(
  {
    transaction_id: MerchantTransactionId,
    original_transaction_id: MerchantTransactionId,
    currency_code: CurrencyCode,
    amount: Type.Optional({
      ...Amount,
      description:
        'The amount to refund, in major units of the currency. If it is left out, everything is refunded that can be refunded at the moment at which the gateway accepts the refund.',
    }),
    refund_time: Type.Optional(
      Type.String({
        pattern: '^[0-9]{14}$',
        description: 'When the merchant requested the refund: `yyyyMMddHHmmss`, UTC, a valid date.',
        examples: ['20261121093000'],
      }),
    ),
    reason: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'Reason for the refund, kept with it.',
        examples: ['returned goods'],
      }),
    ),
    remark: Type.Optional(
      Type.String({ maxLength: 256, description: 'The merchant’s own note, kept with the refund.' }),
    ),
  },
  closed,
);
export type RefundRequest = Static<typeof RefundRequest>;

export const RefundStatusCode = Type.Enum(Object.values(refundStateCodes), {
  description: '0 initialised, 1 processing, 2 success, 5 cancelled, 6 failed.',
  examples: [1],
});

export const RefundOrigin = Type.Enum(shownRefundOrigins, {
  description:
    '`merchant`: you requested the refund. `gateway`: the gateway returned a late or duplicate payment by itself. `channel`: somebody made the refund at the processor by hand, for example in its dashboard.',
  examples: ['merchant'],
});

const refundFields = {
  transaction_id: MerchantTransactionId,
  order_id: OrderId,
  status: RefundStatusCode,
  error_msg: Type.Union([Type.String(), Type.Null()], { description: 'Set only on failure.' }),
  error_code: Type.Union([Type.String(), Type.Null()], { description: 'Set only on failure.' }),
  amount: { ...Amount, description: 'The amount of the refund, in major units of the currency.' },
  currency_code: CurrencyCode,
};

export const RefundResult = Type.Object(refundFields, {
  ...closed,
  description: 'An accepted refund. Its result arrives as an event.',
});
export type RefundResult = Static<typeof RefundResult>;

/** `data` of `GET /api/merchant/order/refund/query/{transactionId}`. */
export const RefundQueryResult = Type.Object(
  {
    ...refundFields,
    original_transaction_id: MerchantTransactionId,
    origin: RefundOrigin,
    reason: Type.Union([Type.String(), Type.Null()]),
    remark: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    completed_at: Type.Union([Timestamp, Type.Null()]),
  },
  { ...closed, description: 'The current state of a refund.' },
);
export type RefundQueryResult = Static<typeof RefundQueryResult>;
