import { Type } from 'typebox';
import { OrderId } from '../../field-schemas.ts';
import { CaseListQuery, CaseListResult, ResumedCase } from '../../operator-cases.ts';
import { SettleCaseRequest, SettledCase } from '../../operator-decisions.ts';
import {
  AttemptAnswer,
  CancelledRefund,
  FindOrderQuery,
  OperatorOrder,
  RepeatedReturn,
} from '../../operator-order.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import {
  exampleAttemptId,
  exampleCase,
  exampleEventIds,
  exampleMerchantId,
  exampleOrderId,
  examplePaidOrder,
  exampleRefundId,
} from '../examples.ts';
import { conclusionEndpoints } from './conclusion-endpoints.ts';
import { customerEndpoints } from './customer-endpoints.ts';
import { ofOperator, ofViewer } from './merchant-endpoints.ts';

const exampleOrder: OperatorOrder = {
  merchant_id: exampleMerchantId,
  payment: examplePaidOrder,
  attempts: [
    {
      attempt_id: exampleAttemptId,
      state: 'SUCCEEDED',
      payment_method: 'card',
      channel_id: 'Sandbox',
      channel_type: 'Sandbox',
      route: { reason: 'preferred', passed_over: [] },
      channel_reference: 'sbx_pay_1',
      failure: null,
      opened_at: '2026-11-21T09:30:41.020Z',
      submitted_at: '2026-11-21T09:31:11.900Z',
      ended_at: '2026-11-21T09:31:12.480Z',
      questions: 0,
      next_question_at: null,
    },
  ],
  refunds: [],
  dispute: null,
  cases: [],
  events: [
    {
      event_id: exampleEventIds.succeeded,
      sequence: 2,
      event_type: 'order.payment.succeeded',
      delivery_state: 'delivered',
      tries: 1,
      last_answer: '200',
      next_try_at: null,
    },
  ],
  settled_cases: [],
  history: [
    {
      version: 1,
      at: '2026-11-21T09:30:00.000Z',
      actor: 'merchant',
      cause: 'payment_created',
      times: 1,
      note: null,
      moves: [{ subject: 'order', from: null, to: 'INIT' }],
    },
  ],
};

export const findOrder = answering({
  ...ofViewer,
  id: 'findOrder',
  method: 'GET',
  path: '/admin/orders',
  summary: 'Find an order by the merchant’s own ID',
  description: 'Includes the order’s full history.',
  query: FindOrderQuery,
  data: OperatorOrder,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [{ title: 'A paid order', data: exampleOrder }],
});

export const showOrder = answering({
  ...ofViewer,
  id: 'showOrder',
  method: 'GET',
  path: '/admin/orders/{orderId}',
  summary: 'Show an order',
  description: 'Includes the order’s full history.',
  pathParameters: { orderId: { schema: OrderId, description: 'The platform’s order identifier.' } },
  data: OperatorOrder,
  errors: ['ORDER_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [{ title: 'A paid order', data: exampleOrder }],
});

export const askAboutAttempt = answering({
  ...ofOperator,
  id: 'askAboutAttempt',
  method: 'POST',
  path: '/admin/attempts/{attemptId}/ask',
  summary: 'Ask the channel about an attempt now',
  description:
    'The gateway queries the channel and updates the order with the answer. The request has no body.',
  pathParameters: {
    attemptId: {
      schema: Type.String({ examples: [exampleAttemptId] }),
      description: 'The ID of the attempt.',
    },
  },
  data: AttemptAnswer,
  errors: ['ATTEMPT_NOT_FOUND', 'ORDER_ARCHIVED', 'ORDER_FULL'],
  examples: [
    {
      title: 'The attempt was paid',
      data: {
        answer: 'ended',
        order_id: exampleOrderId,
        order_state: 'PAY_SUCCESS',
        attempt_state: 'SUCCEEDED',
      },
    },
  ],
});

export const cancelRefund = answering({
  ...ofOperator,
  id: 'cancelRefund',
  method: 'POST',
  path: '/admin/refunds/{refundId}/cancel',
  summary: 'Cancel a refund that has not reached its channel',
  description: 'The amount of the cancelled refund can then be refunded again. The request has no body.',
  pathParameters: {
    refundId: {
      schema: Type.String({ examples: [exampleRefundId] }),
      description: 'The gateway’s ID of the refund.',
    },
  },
  data: CancelledRefund,
  errors: ['REFUND_NOT_FOUND', 'ORDER_ARCHIVED', 'REFUND_NOT_CANCELLABLE'],
  examples: [{ title: 'Cancelled', data: { refund_id: exampleRefundId, order_id: exampleOrderId } }],
});

export const repeatReturn = answering({
  ...ofOperator,
  id: 'repeatReturn',
  method: 'POST',
  path: '/admin/refunds/{refundId}/repeat',
  summary: 'Retry a failed return of money',
  description:
    'Tries again to return a late or duplicate payment whose return failed. The call is refused if the channel has reported that the bank already took this money in a lost dispute. The request has no body.',
  pathParameters: {
    refundId: {
      schema: Type.String({ examples: [exampleRefundId] }),
      description: 'The ID of the failed return.',
    },
  },
  data: RepeatedReturn,
  errors: ['REFUND_NOT_FOUND', 'ORDER_ARCHIVED', 'RETURN_NOT_REPEATABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'A new refund',
      data: { refund_id: 'rfd_5d41402abc4b2a76b9719d911017c592_2' },
    },
  ],
});

export const listCases = answering({
  ...ofViewer,
  id: 'listCases',
  method: 'GET',
  path: '/admin/cases',
  summary: 'List cases that wait for the operator',
  description: 'Longest waiting first, in pages.',
  query: CaseListQuery,
  data: CaseListResult,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'One case',
      data: {
        cases: [exampleCase],
        next: null,
        webhooks: { events_given_up: 0, endpoints_switched_off: 0, switched_off_merchants: [] },
      },
    },
  ],
});

export const settleCase = taking({
  ...ofOperator,
  id: 'settleCase',
  method: 'POST',
  path: '/admin/cases/settle',
  summary: 'Settle a case with a note',
  description:
    'Removes the case from the list and stores the note with the order. After you settle the case of a late or duplicate payment that was never returned, returning the money is the operator’s task.\n\n' +
    'Before you settle the case of a refund without a result, make sure that the channel’s own records show no refund. Once the case is settled, the gateway no longer sends this refund, so you can return the money by hand. If the refund may have reached the channel, the gateway continues to ask the channel about it and applies a result that arrives. If you learn the refund’s result later, record it with `POST /admin/refunds/{refundId}/conclude`.\n\n' +
    'After you settle a case callback_parked, the gateway never applies the callback, even if the channel sends it again. A case order_parked cannot be settled, only resumed. The case of a lost dispute cannot be settled while another dispute of the order is open, because the order can record the loss only after that dispute.',
  body: SettleCaseRequest,
  data: SettledCase,
  errors: ['INVALID_REQUEST', 'CASE_NOT_FOUND', 'ORDER_ARCHIVED', 'CASE_NOT_SETTLEABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'Looked into',
      body: {
        case_id: exampleAttemptId,
        since: '2026-11-21T10:31:00.000Z',
        note: 'The processor’s dashboard shows no payment.',
      },
      data: { case_id: exampleAttemptId, order_id: exampleOrderId, refund_state: null },
    },
  ],
});

export const resumeCase = taking({
  ...ofOperator,
  id: 'resumeCase',
  method: 'POST',
  path: '/admin/cases/resume',
  summary: 'Resume parked work',
  description:
    'Resumes work that the gateway stopped because it failed too often. The list of cases shows stopped work as order_parked or callback_parked.',
  body: ResumedCase,
  data: ResumedCase,
  errors: ['INVALID_REQUEST', 'CASE_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [{ title: 'An order', body: { case_id: exampleOrderId }, data: { case_id: exampleOrderId } }],
});

/**
 * Endpoints for orders, and for cases that an operator must decide, for `kassa-admin order …`, `attempt …`, `refund …` and
 * `cases …`.
 */
export const operatorOrderGroup: EndpointGroup = {
  id: 'operations-orders',
  title: 'Orders and cases',
  description: 'Inspect orders, and decide cases that the gateway cannot resolve by itself.',
  endpoints: [
    findOrder,
    showOrder,
    askAboutAttempt,
    cancelRefund,
    repeatReturn,
    ...conclusionEndpoints,
    ...customerEndpoints,
    listCases,
    settleCase,
    resumeCase,
  ],
};
