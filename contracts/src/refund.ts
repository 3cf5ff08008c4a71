import { type Static, Type } from 'typebox';
import {
  Amount,
  CurrencyCode,
  closed,
  MerchantTransactionId,
  OrderId,
  OrderReference,
  PageSize,
  Timestamp,
} from './field-schemas.ts';
import { refundStateCodes, refundStates, shownRefundOrigins } from './refund-states.ts';

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
        'The amount to refund, in major units of the currency. If it is left out, the gateway refunds everything that is refundable when it accepts the refund.',
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

const RefundPosition = Type.String({
  pattern: '^rfd_[0-9a-f]{32}_[1-9][0-9]{0,5}$',
  description: 'The gateway’s ID of a refund, which marks a place in the list.',
  examples: ['rfd_5d41402abc4b2a76b9719d911017c592_1'],
});

/** Query of `GET /api/merchant/order/refund/list`. */
export const RefundListQuery = Type.Object(
  {
    from: Type.Optional({
      ...Timestamp,
      description: 'Only refunds created at this time or later, RFC 3339.',
    }),
    to: Type.Optional({ ...Timestamp, description: 'Only refunds created before this time. RFC 3339.' }),
    state: Type.Optional(
      Type.Enum(refundStates, {
        description:
          'Only refunds in this state. The `status` in the answer is the code of the state: INITIALISED 0, PROCESSING 1, SUCCESS 2, CANCELLED 5, FAILED 6.',
        examples: ['FAILED'],
      }),
    ),
    order: Type.Optional({
      ...OrderReference,
      description:
        'Only refunds of this order: its `merchant_transaction_id` or its `order_id`. An order that this merchant does not have is answered ORDER_NOT_FOUND.',
    }),
    origin: Type.Optional(RefundOrigin),
    after: Type.Optional({
      ...RefundPosition,
      description:
        '`next` of the previous page, unchanged. The list starts after that refund. A value that is not the ID of a refund of this merchant is answered INVALID_REQUEST.',
    }),
    limit: Type.Optional(PageSize),
  },
  closed,
);
export type RefundListQuery = Static<typeof RefundListQuery>;

export const RefundListResult = Type.Object(
  {
    refunds: Type.Array(RefundQueryResult, { description: 'Newest first, by `created_at`.' }),
    next: Type.Union([RefundPosition, Type.Null()], {
      description:
        'Send this as `after` to get the next page. Refunds created in the meantime do not shift the pages. Null on the last page.',
    }),
  },
  { ...closed, description: 'A page of refunds.' },
);
export type RefundListResult = Static<typeof RefundListResult>;
