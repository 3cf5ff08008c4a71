import { type Static, Type } from 'typebox';
import { attemptStateMeanings, attemptStates } from './attempt-states.ts';
import { Amount, closed, MerchantTransactionId, OrderId, Timestamp } from './field-schemas.ts';
import { OperatorCase } from './operator-cases.ts';
import { OrderStateName, PaymentQueryResult } from './payment.ts';
import { refundStateMeanings, refundStates } from './refund-states.ts';
import { EventId, EventTypeName } from './webhook-event.ts';

/** An order with its attempts, refunds, dispute, events and history, as operators see it at the operations port. */

const NullableText = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const NullableTimestamp = (description: string) => Type.Union([Timestamp, Type.Null()], { description });

const AttemptStateName = Type.Enum(attemptStates, {
  description: attemptStates.map((state) => `${state}: ${attemptStateMeanings[state]}`).join(' '),
  examples: ['SUBMITTED'],
});

export const AttemptId = Type.String({
  description:
    'The gateway’s ID of the attempt, also the idempotency key of every call to the channel about it.',
  maxLength: 64,
  examples: ['txn_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
});

export const RefundStateName = Type.Enum(refundStates, {
  description: refundStates.map((state) => `${state}: ${refundStateMeanings[state]}`).join(' '),
  examples: ['PROCESSING'],
});

export const RefundId = Type.String({
  description:
    'The gateway’s ID of the refund, also the idempotency key of every call to the channel about it.',
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

/** Why the gateway chose this channel for an attempt. */
const AttemptRoute = Type.Object(
  {
    reason: Type.Enum(routeReasons, {
      description:
        'only: no other channel could serve the attempt. preferred: it is the first channel that could serve the attempt. failover: a channel preferred to it did not open the attempt. ' +
        'circuit_open_elsewhere: the channels preferred to it were down. failed_elsewhere_before: the channels preferred to it had already failed for this order.',
      examples: ['preferred'],
    }),
    passed_over: Type.Array(
      Type.Object(
        {
          channel_id: Type.String({ description: 'That channel.', examples: ['ProcessorA'] }),
          reason: Type.Enum(passedOverReasons, {
            description:
              'unavailable, refused: the channel’s answer when asked for this attempt. circuit_open: the channel was down. ' +
              'failed_before: the channel had already failed for this order. not_offered: the channel does not offer the method for this amount. ' +
              'Otherwise no route leads to the channel: for this amount, this currency, this method, or at all.',
            examples: ['circuit_open'],
          }),
        },
        closed,
      ),
      {
        maxItems: 8,
        description:
          'The merchant’s other channels, preferred first. The order keeps them only for its latest ten attempts; the list is empty for earlier ones.',
      },
    ),
  },
  closed,
);

export const OperatorAttempt = Type.Object(
  {
    attempt_id: AttemptId,
    state: AttemptStateName,
    payment_method: Type.String({ description: 'Code of the chosen method.', examples: ['card'] }),
    channel_id: Type.String({
      description: 'ID of the attempt’s channel in this deployment.',
      examples: ['Sandbox'],
    }),
    channel_type: Type.String({ description: 'The type of that channel.', examples: ['Sandbox'] }),
    route: Type.Union([AttemptRoute, Type.Null()], {
      description: 'Why this channel was chosen; null where that was not recorded.',
    }),
    channel_reference: NullableText(
      'The channel’s own ID of the attempt; null until the channel has opened it.',
      'sbx_pay_1',
    ),
    failure: NullableText(
      'The channel’s code and message; null unless failed.',
      'card_declined: The card was declined.',
    ),
    opened_at: { ...Timestamp, description: 'When the attempt was started.' },
    submitted_at: NullableTimestamp('When the attempt was submitted to the channel; null before that.'),
    ended_at: NullableTimestamp('When the attempt’s end was recorded; null before that.'),
    questions: Type.Integer({ description: 'How often the gateway asked the channel about the attempt.' }),
    next_question_at: NullableTimestamp('When the gateway asks next; null if no result is pending.'),
  },
  closed,
);

export const OperatorRefund = Type.Object(
  {
    refund_id: RefundId,
    transaction_id: Type.String({
      description:
        'The merchant’s `transaction_id`; for an automatic return, and for a refund that corrects another, the refund ID.',
      examples: ['R1'],
    }),
    state: RefundStateName,
    amount: Amount,
    automatic: Type.Boolean({
      description: 'Whether the gateway made the refund itself, to return a late or duplicate payment.',
    }),
    made_by_hand: Type.Boolean({
      description: 'Whether an operator recorded that the money was returned outside the channel.',
    }),
    corrects_refund_id: Type.Union([RefundId, Type.Null()], {
      description:
        'If this refund records money that went back beyond the recorded amount of another refund: the ID of that other refund. Otherwise null.',
    }),
    channel_reference: NullableText(
      'The channel’s own ID of the refund; null until the channel has it.',
      'sbx_ref_1',
    ),
    failure: NullableText(
      'The channel’s code and message; null unless failed.',
      'refund_failed: The account is closed.',
    ),
    tries: Type.Integer({ description: 'How often the gateway sent the refund or asked about it.' }),
    next_try_at: NullableTimestamp(
      'When the gateway next sends the refund or asks about it. If its case was settled before the refund was sent: when it becomes a case again. Null once the refund has ended or waits for you.',
    ),
  },
  closed,
);

/**
 * A dispute's details that only operators see, such as the channel's ID of the dispute. The details that merchants also see are
 * in `payment.dispute`.
 */
export const OperatorDispute = Type.Object(
  {
    channel_reference: Type.String({
      description: 'The channel’s own ID of the dispute.',
      examples: ['dp_1'],
    }),
    respond_by: NullableTimestamp(
      'Deadline for the merchant’s answer to the bank; null if the channel does not report one.',
    ),
    next_question_at: NullableTimestamp(
      'When the gateway next asks the channel about the dispute; null once it has ended.',
    ),
    recorded_at: NullableTimestamp(
      'When the order recorded the dispute’s outcome or a later report about the dispute. For an open dispute: when the channel reported again that it goes on, or something that became a case. To conclude the dispute or to correct its outcome, send this time as `corrects`. Null if neither is recorded.',
    ),
  },
  closed,
);

export const OperatorEvent = Type.Object(
  {
    event_id: EventId,
    sequence: Type.Integer({ minimum: 1, description: 'Position of the event among the order’s events.' }),
    event_type: { ...EventTypeName, description: 'What happened.' },
    delivery_state: Type.Enum(['pending', 'delivered', 'failed'], {
      description:
        'pending: delivery is still being retried. delivered: the receiver acknowledged the event. failed: retries are exhausted.',
    }),
    tries: Type.Integer({ description: 'Number of delivery attempts kept; at most the latest 100.' }),
    last_answer: Type.Union([Type.String(), Type.Null()], {
      description: 'Status or error of the latest delivery attempt; null before the first.',
      examples: ['500'],
    }),
    next_try_at: NullableTimestamp('When delivery is attempted next; null unless pending.'),
  },
  closed,
);

/**
 * One entry in the history of a payment order: a change of the order. Several similar changes in a row, such as repeated
 * queries to the channel, share one entry.
 */
export const OrderHistoryEntry = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'The order’s version after the change.' }),
    at: {
      ...Timestamp,
      description: 'When the change was made; for a run of similar changes, the last one.',
    },
    actor: Type.Enum(['merchant', 'consumer', 'channel', 'gateway', 'operator'], {
      description: 'Who made the change.',
    }),
    cause: Type.String({
      description: 'Cause of the change. Any version can add new causes.',
      examples: ['callback_received'],
    }),
    times: Type.Integer({ minimum: 1, description: 'How many changes this entry stands for.' }),
    note: NullableText(
      'The note of the operator who concluded a refund or dispute; null for other changes.',
      'The processor’s dashboard shows that the refund was made.',
    ),
    moves: Type.Array(
      Type.Object(
        {
          subject: Type.String({
            description: 'Number of the changed part, counted from 1 as in the IDs.',
            examples: ['order', 'attempt 1', 'refund 2'],
          }),
          from: Type.Union([Type.String(), Type.Null()], {
            description: 'The part’s state before; null if the change created the part.',
          }),
          to: Type.String({ description: 'The part’s state after the change; may be the same.' }),
        },
        closed,
      ),
      { description: 'The part of the order that changed.' },
    ),
  },
  closed,
);
export type OrderHistoryEntry = Static<typeof OrderHistoryEntry>;

/** Query of `GET /admin/orders`, which finds an order by its `merchant_transaction_id`. */
export const FindOrderQuery = Type.Object(
  {
    merchant_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The merchant who chose the ID.',
      examples: ['mer_3vQ8x0Yb2LkT9sWd'],
    }),
    merchant_transaction_id: MerchantTransactionId,
  },
  closed,
);

/** `data` of `GET /admin/orders/{order_id}`. */
export const OperatorOrder = Type.Object(
  {
    merchant_id: Type.String({
      description: 'The merchant of the order.',
      examples: ['mer_3vQ8x0Yb2LkT9sWd'],
    }),
    payment: { ...PaymentQueryResult, description: 'The order as its merchant sees it.' },
    attempts: Type.Array(OperatorAttempt, { description: 'Oldest first.' }),
    refunds: Type.Array(OperatorRefund, { description: 'Oldest first, including automatic returns.' }),
    dispute: Type.Union([OperatorDispute, Type.Null()], {
      description: 'The latest dispute, with details that `payment` lacks; null if there was never one.',
    }),
    cases: Type.Array(OperatorCase, { description: 'Open cases of the order.' }),
    events: Type.Array(OperatorEvent, {
      description: 'The order’s events that are still kept, sorted by `sequence`.',
    }),
    settled_cases: Type.Array(
      Type.Object(
        {
          case_id: Type.String({ description: 'The settled case.' }),
          at: { ...Timestamp, description: 'When the case was settled.' },
          note: Type.String({ description: 'What the operator found and did.' }),
        },
        closed,
      ),
      { description: 'Settled cases.' },
    ),
    history: Type.Array(OrderHistoryEntry, {
      description:
        'Every change, oldest first. If the history is long, its oldest changes are merged into entries with the cause `history_condensed`.',
    }),
  },
  closed,
);
export type OperatorOrder = Static<typeof OperatorOrder>;

/** `data` of `POST /admin/attempts/{attempt_id}/ask`. */
export const AttemptAnswer = Type.Object(
  {
    answer: Type.Enum(['ended', 'set_aside', 'cancelled', 'pending', 'not_submitted', 'unknown'], {
      description:
        'The channel’s answer; set_aside if it contradicts the order, unknown if the answer was unusable.',
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
  { refund_id: { ...RefundId, description: 'The ID of the new refund.' } },
  closed,
);
export type RepeatedReturn = Static<typeof RepeatedReturn>;
