import { type Static, Type } from 'typebox';
import { Amount, closed, MerchantTransactionId, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { PaymentQueryResult } from './payment-query.ts';
import { EventId, EventTypeName } from './webhook-event.ts';

/** What an operator sees of orders at the operations port, and what waits for the operator. */

export const operatorCaseKinds = [
  'attempt_unresolved',
  'refund_unresolved',
  'return_failed',
  'result_set_aside',
  'order_parked',
  'callback_parked',
] as const;

export const OperatorCaseKind = Type.Enum(operatorCaseKinds, {
  description:
    'attempt_unresolved: nobody knows whether it was paid. refund_unresolved: asked about many times without a result. ' +
    'return_failed: money that came too late or twice can not be sent back. result_set_aside: a report that can not be true. ' +
    'order_parked, callback_parked: attending to it failed too often.',
});

export const OperatorCase = Type.Object(
  {
    case_id: Type.String({
      description: 'ID of the attempt, refund, set-aside result, order or callback that it is about.',
      examples: ['txn_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
    }),
    kind: OperatorCaseKind,
    since: Timestamp,
    order_id: Type.Union([OrderId, Type.Null()]),
    merchant_id: Type.Union([Type.String(), Type.Null()]),
    detail: Type.String({ description: 'What is known, in a sentence.' }),
  },
  closed,
);
export type OperatorCase = Static<typeof OperatorCase>;

/** Where a list of cases goes on. It holds the place itself, so that settling what was listed does not move it. */
const CaseCursor = Type.String({ pattern: '^[0-9]{1,15}_.{1,256}$' });

/** Query of `GET /admin/cases`; values arrive as text. */
export const CaseListQuery = Type.Object(
  {
    kind: Type.Optional(OperatorCaseKind),
    after: Type.Optional({
      ...CaseCursor,
      description: '`next` of the page before, as it came; the list goes on behind it.',
    }),
    limit: Type.Optional({
      ...PageSize,
      description:
        'How many orders and parked callbacks a page holds, 1 to 100; 50 unless given. The cases of one order are listed together.',
    }),
  },
  closed,
);

/** What merchants were not told, which is no case: nothing but `kassa-admin webhooks …` ends it. */
export const UndeliveredWebhooks = Type.Object(
  {
    events_given_up: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        'How many kept events were given up and not sent again; no more than 1000 are counted. `GET /admin/webhooks/failed` lists them.',
    }),
    endpoints_switched_off: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'How many endpoints answered 410 and get nothing; no more than 1000 are counted.',
    }),
    switched_off_merchants: Type.Array(Type.String({ examples: ['mer_3vQ8x0Yb2LkT9sWd'] }), {
      maxItems: 20,
      description: 'Whose endpoints those are, by merchant ID: the first 20.',
    }),
  },
  closed,
);
export type UndeliveredWebhooks = Static<typeof UndeliveredWebhooks>;

/** `data` of `GET /admin/cases`: the longest waiting first. */
export const CaseListResult = Type.Object(
  {
    cases: Type.Array(OperatorCase),
    next: Type.Union([CaseCursor, Type.Null()], {
      description: 'More wait: send it as `after` to read on. Null: that is all.',
    }),
    webhooks: {
      ...UndeliveredWebhooks,
      description: 'What else may need the operator, whatever the filter.',
    },
  },
  closed,
);
export type CaseListResult = Static<typeof CaseListResult>;

/** Body of `POST /admin/cases/settle`. */
export const SettleCaseRequest = Type.Object(
  {
    case_id: Type.String({ minLength: 1, maxLength: 128 }),
    note: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'What was found and done; it stays with the order.',
      examples: ['The processor’s dashboard shows no payment.'],
    }),
  },
  closed,
);
export type SettleCaseRequest = Static<typeof SettleCaseRequest>;

/** `data` of `POST /admin/cases/settle`. */
export const SettledCase = Type.Object({ case_id: Type.String(), order_id: OrderId }, closed);
export type SettledCase = Static<typeof SettledCase>;

/** Body and `data` of `POST /admin/cases/resume`, for parked work. */
export const ResumedCase = Type.Object({ case_id: Type.String({ minLength: 1, maxLength: 256 }) }, closed);
export type ResumedCase = Static<typeof ResumedCase>;

export const OperatorAttempt = Type.Object(
  {
    attempt_id: Type.String(),
    state: Type.String({ examples: ['SUBMITTED'] }),
    payment_method: Type.String(),
    channel_type: Type.String(),
    channel_reference: Type.Union([Type.String(), Type.Null()]),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'The channel’s code and message.' }),
    opened_at: Timestamp,
    submitted_at: Type.Union([Timestamp, Type.Null()]),
    ended_at: Type.Union([Timestamp, Type.Null()]),
    questions: Type.Integer({ description: 'How often the channel was asked about it.' }),
    next_question_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

export const OperatorRefund = Type.Object(
  {
    refund_id: Type.String(),
    transaction_id: Type.String(),
    state: Type.String({ examples: ['PROCESSING'] }),
    amount: Amount,
    automatic: Type.Boolean(),
    channel_reference: Type.Union([Type.String(), Type.Null()]),
    failure: Type.Union([Type.String(), Type.Null()]),
    tries: Type.Integer({ description: 'How often it was sent or asked about.' }),
    next_try_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

export const OperatorEvent = Type.Object(
  {
    event_id: EventId,
    sequence: Type.Integer({ minimum: 1 }),
    event_type: EventTypeName,
    delivery_state: Type.Enum(['pending', 'delivered', 'failed']),
    tries: Type.Integer(),
    last_answer: Type.Union([Type.String(), Type.Null()], {
      description: 'Status or error of the latest try.',
      examples: ['500'],
    }),
    next_try_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

/** A change of the order; a row of like ones, such as repeated questions, is one entry. */
export const OrderHistoryEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    at: Timestamp,
    actor: Type.Enum(['merchant', 'consumer', 'channel', 'gateway', 'operator']),
    cause: Type.String({ examples: ['callback_received'] }),
    times: Type.Integer({ minimum: 1 }),
    moves: Type.Array(
      Type.Object(
        {
          subject: Type.String({ examples: ['order', 'attempt 1', 'refund 2'] }),
          from: Type.Union([Type.String(), Type.Null()]),
          to: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type OrderHistoryEntry = Static<typeof OrderHistoryEntry>;

/** Query of `GET /admin/orders`, which finds an order by its merchant's number. */
export const FindOrderQuery = Type.Object(
  {
    merchant_id: Type.String({ minLength: 1, maxLength: 64, examples: ['mer_3vQ8x0Yb2LkT9sWd'] }),
    merchant_transaction_id: MerchantTransactionId,
  },
  closed,
);

/** `data` of `GET /admin/orders/{order_id}`. */
export const OperatorOrder = Type.Object(
  {
    merchant_id: Type.String(),
    payment: PaymentQueryResult,
    attempts: Type.Array(OperatorAttempt),
    refunds: Type.Array(OperatorRefund),
    cases: Type.Array(OperatorCase),
    events: Type.Array(OperatorEvent),
    settled_cases: Type.Array(
      Type.Object({ case_id: Type.String(), at: Timestamp, note: Type.String() }, closed),
    ),
    history: Type.Array(OrderHistoryEntry, { description: 'Every change there was, the oldest first.' }),
  },
  closed,
);
export type OperatorOrder = Static<typeof OperatorOrder>;

/** `data` of `POST /admin/attempts/{attempt_id}/ask`. */
export const AttemptAnswer = Type.Object(
  {
    answer: Type.Enum(['ended', 'set_aside', 'cancelled', 'pending', 'not_submitted', 'unknown'], {
      description:
        'What the channel said; set_aside when it can not be true of the order, unknown when it gave no usable answer.',
    }),
    order_id: OrderId,
    order_state: Type.String({ examples: ['PAY_SUCCESS'] }),
    attempt_state: Type.String({ examples: ['SUCCEEDED'] }),
  },
  closed,
);
export type AttemptAnswer = Static<typeof AttemptAnswer>;

/** `data` of `POST /admin/refunds/{refund_id}/cancel`. */
export const CancelledRefund = Type.Object({ refund_id: Type.String(), order_id: OrderId }, closed);
export type CancelledRefund = Static<typeof CancelledRefund>;

/** `data` of `POST /admin/refunds/{refund_id}/repeat`. */
export const RepeatedReturn = Type.Object(
  { refund_id: Type.String({ description: 'Of the new refund.' }) },
  closed,
);
export type RepeatedReturn = Static<typeof RepeatedReturn>;
