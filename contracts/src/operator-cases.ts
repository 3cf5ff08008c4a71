import { type Static, Type } from 'typebox';
import { closed, OrderId, PageSize, Timestamp } from './field-schemas.ts';

/** What waits for an operator, as the operations port lists it: open cases, and events that did not reach their merchants. */

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
    'attempt_unresolved: it is unknown whether the attempt was paid. refund_unresolved: the refund was tried many times without a result. ' +
    'return_failed: a late or duplicate payment cannot be returned, or is disputed. payment_uncollected: the channel reported a payment but could not collect it. ' +
    'dispute_unresolved: the outcome of a dispute is long overdue. ' +
    'returned_too_much: refunds and lost disputes together took more than was paid. ' +
    'result_set_aside: a channel’s report contradicts the order. ' +
    'order_parked, callback_parked: processing failed too often, the order is full, or a callback waits for an earlier report about its order or is about an archived order.',
});

export const OperatorCase = Type.Object(
  {
    case_id: Type.String({
      description:
        'ID of the attempt, refund, set-aside result, order or callback in question, or the case’s own ID. `detail` then names the refund or the dispute.',
      examples: ['txn_6f1c0de2a4b84d1f9a3c5e7d9b2f4a68_1'],
    }),
    kind: OperatorCaseKind,
    since: { ...Timestamp, description: 'When the case was opened.' },
    order_id: Type.Union([OrderId, Type.Null()], {
      description: 'The order in question; null for a callback that could not be applied.',
    }),
    merchant_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The merchant of the order in question; null if there is no order.',
    }),
    detail: Type.String({ description: 'One sentence that says what is known about the case.' }),
  },
  closed,
);
export type OperatorCase = Static<typeof OperatorCase>;

/**
 * A cursor in the list of cases. It encodes a position in the list, not the ID of a case. So it stays valid when cases in the
 * list are settled.
 */
const CaseCursor = Type.String({ pattern: '^[0-9]{1,15}_.{1,256}$' });

/** Query of `GET /admin/cases`. Query values arrive as strings. */
export const CaseListQuery = Type.Object(
  {
    kind: Type.Optional(OperatorCaseKind),
    after: Type.Optional({
      ...CaseCursor,
      description: '`next` of the previous page, unchanged; this page starts after it.',
    }),
    limit: Type.Optional({
      ...PageSize,
      description:
        'How many orders and parked callbacks a page holds, from 1 to 100; the default is 50. A page lists all cases of an order together.',
    }),
  },
  closed,
);

/**
 * How many events did not reach their merchants. These events are not cases, so `kassa-admin cases …` cannot resolve them; an
 * operator uses `kassa-admin webhooks …`.
 */
export const UndeliveredWebhooks = Type.Object(
  {
    events_given_up: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        'How many kept events failed and were not resent; the count stops at 1000. `GET /admin/webhooks/failed` lists them.',
    }),
    endpoints_switched_off: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'How many endpoints are disabled because they answered 410; the count stops at 1000.',
    }),
    switched_off_merchants: Type.Array(Type.String({ examples: ['mer_3vQ8x0Yb2LkT9sWd'] }), {
      maxItems: 20,
      description: 'IDs of the merchants who own those endpoints; the first 20.',
    }),
  },
  closed,
);
export type UndeliveredWebhooks = Static<typeof UndeliveredWebhooks>;

/** `data` of `GET /admin/cases`. The case that has waited longest comes first. */
export const CaseListResult = Type.Object(
  {
    cases: Type.Array(OperatorCase, { description: 'The cases of one order are listed together.' }),
    next: Type.Union([CaseCursor, Type.Null()], {
      description: 'Send this as `after` to get the next page. Null on the last page.',
    }),
    webhooks: {
      ...UndeliveredWebhooks,
      description: 'Undelivered webhooks that may need the operator. They are shown whatever the filter is.',
    },
  },
  closed,
);
export type CaseListResult = Static<typeof CaseListResult>;

/** Body and `data` of `POST /admin/cases/resume`. The call resumes work that the gateway stopped after too many failures. */
export const ResumedCase = Type.Object(
  {
    case_id: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The ID of an order_parked or callback_parked case, as shown by `GET /admin/cases`.',
    }),
  },
  closed,
);
export type ResumedCase = Static<typeof ResumedCase>;
