import { type Static, Type } from 'typebox';
import { disputeStateMeanings } from './dispute-states.ts';
import { Amount, closed, OrderId, Timestamp } from './field-schemas.ts';
import { AttemptId, RefundId, RefundStateName } from './operator-order.ts';
import { OrderStateName } from './payment.ts';

/** Operators' decisions about an order. Each decision has a note that says what the operator found. */

const noteLength = { minLength: 1, maxLength: 512 } as const;

/** Body of `POST /admin/cases/settle`. */
export const SettleCaseRequest = Type.Object(
  {
    case_id: Type.String({ minLength: 1, maxLength: 512, description: 'As `GET /admin/cases` shows it.' }),
    since: {
      ...Timestamp,
      description:
        'The case’s `since`, as `GET /admin/cases` showed it when you looked into the case. If the case has opened again since you looked, the call is refused.',
    },
    note: Type.String({
      ...noteLength,
      description:
        'What the operator found and did. The note stays with the order; if the case is about a callback, only the audit log keeps it.',
      examples: ['The processor’s dashboard shows no payment.'],
    }),
  },
  closed,
);
export type SettleCaseRequest = Static<typeof SettleCaseRequest>;

/** `data` of `POST /admin/cases/settle`. */
export const SettledCase = Type.Object(
  {
    case_id: Type.String({ description: 'The settled case.' }),
    order_id: Type.Union([OrderId, Type.Null()], {
      description: 'The order in question; null for a callback that could not be applied.',
    }),
    refund_state: Type.Union([RefundStateName, Type.Null()], {
      description:
        'State of the refund in question; null for other cases. INITIALISED and PROCESSING: the refund has not ended, and can be concluded once you know its result.',
    }),
  },
  closed,
);
export type SettledCase = Static<typeof SettledCase>;

const ConclusionNote = Type.String({
  ...noteLength,
  description: 'What the operator found in the channel’s own record; the note stays with the order.',
  examples: ['The processor’s dashboard shows that the refund was made.'],
});

export const refundConclusions = ['made', 'made_by_hand', 'not_made'] as const;
export type RefundConclusion = (typeof refundConclusions)[number];

/** Body of `POST /admin/refunds/{refund_id}/conclude`. */
export const ConcludeRefundRequest = Type.Object(
  {
    outcome: Type.Enum(refundConclusions, {
      description:
        'made: the channel has returned the money. made_by_hand: you have returned it outside the channel; if the channel also makes the refund, that becomes a case. not_made: the money was not returned, and the channel can no longer return it. For a refund in state SUCCESS, made and made_by_hand record that more money went back than its amount.',
    }),
    amount: Type.Optional({
      ...Amount,
      description:
        'The amount returned, in major units of the order’s currency. Defaults to the refund’s amount; required if the channel has reported another amount. Not allowed with not_made. For a refund that is SUCCESS: all that the channel has returned for it (made), or all that you have returned for it outside the channel (made_by_hand). Then made defaults to the amount that the channel has reported, and made_by_hand needs an amount.',
    }),
    looked_at: Type.Optional({
      ...Timestamp,
      description:
        'When you looked at the channel’s own record. Required with not_made once the gateway has sent the refund: if the gateway has sent it again since you looked, the call is refused, and you have to look again.',
    }),
    not_by_hand: Type.Optional(
      Type.Boolean({
        description:
          'You state that nobody has returned the money by hand. Required with not_made once a case of the refund was settled: the operator who settled it may have returned the money, which the channel’s own record cannot show. looked_at must then be later than the settlement.',
      }),
    ),
    note: ConclusionNote,
  },
  closed,
);
export type ConcludeRefundRequest = Static<typeof ConcludeRefundRequest>;

/** `data` of `POST /admin/refunds/{refund_id}/conclude`. */
export const ConcludedRefund = Type.Object(
  {
    refund_id: RefundId,
    order_id: OrderId,
    refund_state: RefundStateName,
    order_state: OrderStateName,
    correction_id: Type.Union([RefundId, Type.Null()], {
      description:
        'If the refund was already SUCCESS: the ID of the further refund that records the money beyond its amount. Otherwise null.',
    }),
    automatic: Type.Boolean({
      description:
        'True if the gateway itself made the refund, to return a late or duplicate payment. The merchant then gets no event.',
    }),
  },
  closed,
);
export type ConcludedRefund = Static<typeof ConcludedRefund>;

export const disputeConclusions = ['won', 'lost'] as const;
export type DisputeConclusion = (typeof disputeConclusions)[number];

/** Body of `POST /admin/orders/{order_id}/dispute/conclude`. */
export const ConcludeDisputeRequest = Type.Object(
  {
    dispute: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The dispute that you have checked: `dispute.channel_reference` of `GET /admin/orders/{order_id}`.',
      examples: ['dp_1'],
    }),
    outcome: Type.Enum(disputeConclusions, {
      description: disputeConclusions
        .map((outcome) => `${outcome}: ${disputeStateMeanings[outcome]}`)
        .join(' '),
    }),
    amount: Type.Optional({
      ...Amount,
      description:
        'The total amount the bank took, in major units of the order’s currency. Defaults to the amount the channel reported. Required if the channel reported different amounts, or if the dispute is already recorded as lost over another amount. A smaller total lowers the recorded loss. Only allowed with lost.',
    }),
    attempt_id: Type.Optional({
      ...AttemptId,
      description:
        'The attempt whose money the bank took. Defaults to the attempt that pays the order. Required if the order has several attempts and the channel never reported the dispute. For a late or duplicate payment, only lost can be recorded, with the amount; the gateway then does not return that payment.',
    }),
    payment: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'The channel’s reference of the disputed payment. Required with lost if the channel took several payments for the attempt and did not report which one the dispute is over. If the order does not count this payment, the call is refused, because there is no loss to record.',
        examples: ['sbx_pay_1'],
      }),
    ),
    corrects: Type.Optional({
      ...Timestamp,
      description:
        'When the order recorded the outcome that this request corrects, or a later report about the dispute: `dispute.recorded_at` of `GET /admin/orders/{order_id}`, or the time that a refusal names. Required if the order records another outcome of the dispute than this one, or another lost amount, or if the channel has reported an open dispute again, or something about it that became a case. If the outcome has changed since that time, or the channel has reported something else, the call is refused: look at the dispute again. Not allowed if `dispute.recorded_at` is null.',
    }),
    note: ConclusionNote,
  },
  closed,
);
export type ConcludeDisputeRequest = Static<typeof ConcludeDisputeRequest>;

/** `data` of `POST /admin/orders/{order_id}/dispute/conclude`. */
export const ConcludedDispute = Type.Object(
  {
    order_id: OrderId,
    dispute_state: Type.Enum(disputeConclusions, { description: 'The outcome of the dispute.' }),
    order_state: OrderStateName,
    other_payment: Type.Boolean({
      description:
        'True if the dispute is about a payment that does not pay the order, such as a late or duplicate one. The merchant then gets no event.',
    }),
  },
  closed,
);
export type ConcludedDispute = Static<typeof ConcludedDispute>;
