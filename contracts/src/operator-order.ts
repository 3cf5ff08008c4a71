import { type Static, Type } from 'typebox';
import { attemptStateMeanings, attemptStates } from './attempt-states.ts';
import { Amount, closed, MerchantTransactionId, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { OrderStateName, PaymentQueryResult } from './payment-query.ts';
import { refundStateMeanings, refundStates } from './refund-states.ts';
import { EventId, EventTypeName } from './webhook-event.ts';

/** What an operator sees of orders at the operations port, and what waits for the operator. */

export const operatorCaseKinds = [
  'attempt_unresolved',
  'refund_unresolved',
  'return_failed',
  'payment_uncollected',
  'dispute_unresolved',
  'returned_too_much',
  'result_set_aside',
  'order_parked',
  'callback_parked',
] as const;

export const OperatorCaseKind = Type.Enum(operatorCaseKinds, {
  description:
    'attempt_unresolved: nobody knows whether it was paid. refund_unresolved: tried many times without a result. ' +
    'return_failed: money that came too late or twice cannot be sent back, or is disputed. payment_uncollected: the channel reported it as paid and could not collect it. ' +
    'dispute_unresolved: the outcome of a dispute should have come long ago. ' +
    'returned_too_much: refunds and lost disputes together took more than was paid. ' +
    'result_set_aside: a report that cannot be true. ' +
    'order_parked, callback_parked: attending to it failed too often.',
});

export const OperatorCase = Type.Object(
  {
    case_id: Type.String({
      description:
        'ID of the attempt, refund, set-aside result, order or callback that it is about, or one of the case’s own.',
      examples: ['txn_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
    }),
    kind: OperatorCaseKind,
    since: { ...Timestamp, description: 'Since when it waits.' },
    order_id: Type.Union([OrderId, Type.Null()], {
      description: 'The order that it is about; null for a callback that could not be applied.',
    }),
    merchant_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Whose order that is; null where there is none.',
    }),
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
    cases: Type.Array(OperatorCase, { description: 'Those of one order stand together.' }),
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

/** Body and `data` of `POST /admin/cases/resume`, for parked work. */
export const ResumedCase = Type.Object(
  {
    case_id: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Of an order_parked or callback_parked, as `GET /admin/cases` shows it.',
    }),
  },
  closed,
);
export type ResumedCase = Static<typeof ResumedCase>;

const NullableText = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const NullableTimestamp = (description: string) => Type.Union([Timestamp, Type.Null()], { description });

const AttemptStateName = Type.Enum(attemptStates, {
  description: attemptStates.map((state) => `${state}: ${attemptStateMeanings[state]}`).join(' '),
  examples: ['SUBMITTED'],
});

const AttemptId = Type.String({
  description: 'The gateway’s ID of the attempt, also the key of every call to the channel about it.',
  examples: ['txn_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
});

export const RefundStateName = Type.Enum(refundStates, {
  description: refundStates.map((state) => `${state}: ${refundStateMeanings[state]}`).join(' '),
  examples: ['PROCESSING'],
});

export const RefundId = Type.String({
  description: 'The gateway’s ID of the refund, also the key of every call to the channel about it.',
  examples: ['rfd_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
});

export const routeReasons = [
  'only',
  'preferred',
  'failover',
  'circuit_open_elsewhere',
  'failed_elsewhere_before',
] as const;

export const passedOverReasons = [
  'unavailable',
  'refused',
  'circuit_open',
  'failed_before',
  'not_offered',
  'other_amount',
  'other_currency',
  'other_method',
  'no_route',
] as const;

/** Why an attempt went to its channel and not to others. */
const AttemptRoute = Type.Object(
  {
    reason: Type.Enum(routeReasons, {
      description:
        'only: no other could have served it. preferred: the first of those that could. failover: one before it did not open it. ' +
        'circuit_open_elsewhere: those before it were down. failed_elsewhere_before: those before it had failed this order.',
      examples: ['preferred'],
    }),
    passed_over: Type.Array(
      Type.Object(
        {
          channel_id: Type.String({ description: 'That channel.', examples: ['ProcessorA'] }),
          reason: Type.Enum(passedOverReasons, {
            description:
              'unavailable, refused: its answer when it was asked for this attempt. circuit_open: it was down. ' +
              'failed_before: it had failed this order. not_offered: it does not offer the method for this amount. ' +
              'Otherwise no route leads there: with this amount, this currency, this method, or at all.',
            examples: ['circuit_open'],
          }),
        },
        closed,
      ),
      {
        maxItems: 8,
        description: 'Other channels that the merchant has, those that would have come first first.',
      },
    ),
  },
  closed,
);

export const OperatorAttempt = Type.Object(
  {
    attempt_id: AttemptId,
    state: AttemptStateName,
    payment_method: Type.String({ description: 'Code of the method that was chosen.', examples: ['card'] }),
    channel_id: Type.String({
      description: 'The channel that it is at, by its name in this deployment.',
      examples: ['Sandbox'],
    }),
    channel_type: Type.String({ description: 'The kind of that channel.', examples: ['Sandbox'] }),
    route: Type.Union([AttemptRoute, Type.Null()], {
      description: 'Why it is at that channel; null in attempts of earlier versions.',
    }),
    channel_reference: NullableText(
      'The channel’s own ID of it; null until the channel has opened it.',
      'sbx_pay_1',
    ),
    failure: NullableText(
      'The channel’s code and message; null unless it failed.',
      'card_declined: The card was declined.',
    ),
    opened_at: { ...Timestamp, description: 'When it was begun.' },
    submitted_at: NullableTimestamp('When it was put into the channel’s hands; null before.'),
    ended_at: NullableTimestamp('When its end was noted; null before.'),
    questions: Type.Integer({ description: 'How often the channel was asked about it.' }),
    next_question_at: NullableTimestamp('When it is asked about next; null while no result is awaited.'),
  },
  closed,
);

export const OperatorRefund = Type.Object(
  {
    refund_id: RefundId,
    transaction_id: Type.String({
      description: 'The merchant’s number; for a return by the gateway itself, the refund ID.',
      examples: ['R1'],
    }),
    state: RefundStateName,
    amount: Amount,
    automatic: Type.Boolean({
      description: 'Made by the gateway itself, to return money that came too late or twice.',
    }),
    channel_reference: NullableText(
      'The channel’s own ID of it; null until the channel has it.',
      'sbx_ref_1',
    ),
    failure: NullableText(
      'The channel’s code and message; null unless it failed.',
      'refund_failed: The account is closed.',
    ),
    tries: Type.Integer({ description: 'How often it was sent or asked about.' }),
    next_try_at: NullableTimestamp(
      'When it is sent or asked about next, or, after its case was settled before it was sent, a case again; null once it has ended or waits for you.',
    ),
  },
  closed,
);

/** What `payment.dispute` does not say: merchants are told no references of the channel's. */
export const OperatorDispute = Type.Object(
  {
    channel_reference: Type.String({ description: 'The channel’s own ID of it.', examples: ['dp_1'] }),
    respond_by: NullableTimestamp(
      'Until when the merchant can answer the bank; null where the channel does not say.',
    ),
    next_question_at: NullableTimestamp('When the channel is asked about it next; null once it has ended.'),
  },
  closed,
);

export const OperatorEvent = Type.Object(
  {
    event_id: EventId,
    sequence: Type.Integer({ minimum: 1, description: 'Its position among the order’s events.' }),
    event_type: { ...EventTypeName, description: 'What happened.' },
    delivery_state: Type.Enum(['pending', 'delivered', 'failed'], {
      description: 'pending: still being tried. delivered: acknowledged. failed: given up.',
    }),
    tries: Type.Integer({ description: 'How many tries are kept: the latest 100.' }),
    last_answer: Type.Union([Type.String(), Type.Null()], {
      description: 'Status or error of the latest try; null before the first.',
      examples: ['500'],
    }),
    next_try_at: NullableTimestamp('When it is tried next; null unless it is pending.'),
  },
  closed,
);

/** A change of the order; a row of like ones, such as repeated questions, is one entry. */
export const OrderHistoryEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'The order’s version after the change.' }),
    at: { ...Timestamp, description: 'When it was made; of a row of like ones, the last.' },
    actor: Type.Enum(['merchant', 'consumer', 'channel', 'gateway', 'operator'], {
      description: 'Who stands behind it.',
    }),
    cause: Type.String({
      description: 'Why it was made. New causes can come with any version.',
      examples: ['callback_received'],
    }),
    times: Type.Integer({ minimum: 1, description: 'How many changes this entry stands for.' }),
    note: NullableText(
      'What the operator who concluded a refund or a dispute has found; null for other changes.',
      'The processor’s dashboard shows it as refunded.',
    ),
    moves: Type.Array(
      Type.Object(
        {
          subject: Type.String({
            description: 'Which part was touched, counted from 1 as in the IDs.',
            examples: ['order', 'attempt 1', 'refund 2'],
          }),
          from: Type.Union([Type.String(), Type.Null()], {
            description: 'Its state before; null for what the change brought into being.',
          }),
          to: Type.String({ description: 'Its state after, which may be the same.' }),
        },
        closed,
      ),
      { description: 'What it touched.' },
    ),
  },
  closed,
);
export type OrderHistoryEntry = Static<typeof OrderHistoryEntry>;

/** Query of `GET /admin/orders`, which finds an order by its merchant's number. */
export const FindOrderQuery = Type.Object(
  {
    merchant_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Whose number it is.',
      examples: ['mer_3vQ8x0Yb2LkT9sWd'],
    }),
    merchant_transaction_id: MerchantTransactionId,
  },
  closed,
);

/** `data` of `GET /admin/orders/{order_id}`. */
export const OperatorOrder = Type.Object(
  {
    merchant_id: Type.String({ description: 'Whose order it is.', examples: ['mer_3vQ8x0Yb2LkT9sWd'] }),
    payment: { ...PaymentQueryResult, description: 'The order as its merchant sees it.' },
    attempts: Type.Array(OperatorAttempt, { description: 'The oldest first.' }),
    refunds: Type.Array(OperatorRefund, { description: 'The oldest first, those of the gateway too.' }),
    dispute: Type.Union([OperatorDispute, Type.Null()], {
      description: 'Its latest dispute, which `payment` has too; null where there was never one.',
    }),
    cases: Type.Array(OperatorCase, { description: 'What waits for the operator.' }),
    events: Type.Array(OperatorEvent, { description: 'Those that are still kept, by sequence.' }),
    settled_cases: Type.Array(
      Type.Object(
        {
          case_id: Type.String({ description: 'The case that was taken off the list.' }),
          at: { ...Timestamp, description: 'When that was.' },
          note: Type.String({ description: 'What the operator found and did.' }),
        },
        closed,
      ),
      { description: 'What operators have looked into.' },
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
        'What the channel said; set_aside when it cannot be true of the order, unknown when it gave no usable answer.',
    }),
    order_id: OrderId,
    order_state: OrderStateName,
    attempt_state: AttemptStateName,
  },
  closed,
);
export type AttemptAnswer = Static<typeof AttemptAnswer>;

/** `data` of `POST /admin/refunds/{refund_id}/cancel`. */
export const CancelledRefund = Type.Object({ refund_id: RefundId, order_id: OrderId }, closed);
export type CancelledRefund = Static<typeof CancelledRefund>;

/** `data` of `POST /admin/refunds/{refund_id}/repeat`. */
export const RepeatedReturn = Type.Object(
  { refund_id: { ...RefundId, description: 'Of the new refund.' } },
  closed,
);
export type RepeatedReturn = Static<typeof RepeatedReturn>;
