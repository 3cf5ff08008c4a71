import { OrderReference } from '../field-schemas.ts';
import {
  EventListQuery,
  EventListResult,
  EventResendRequest,
  EventResendResult,
  OrderListQuery,
  OrderListResult,
} from '../merchant-event-log.ts';
import { CreatePaymentRequest, CreatePaymentResult, PaymentQueryResult } from '../payment.ts';
import {
  RefundListQuery,
  RefundListResult,
  RefundQueryResult,
  RefundRequest,
  RefundResult,
} from '../refund.ts';
import { SandboxTriggerRequest, SandboxTriggerResult } from '../sandbox.ts';
import { SettlementQuery, SettlementReport } from '../settlement.ts';
import { answering, type EndpointGroup, taking } from './endpoint.ts';
import {
  exampleEvent,
  exampleEventIds,
  exampleNewOrder,
  exampleOrderId,
  examplePaidOrder,
  examplePayment,
  examplePayUrl,
  exampleRefund,
  exampleRefundRequest,
  exampleSettlement,
  exampleSettlementFiles,
} from './examples.ts';

const signed = { port: 'merchant', security: 'merchant_signature' } as const;

export const createPayment = taking({
  ...signed,
  id: 'createPayment',
  method: 'POST',
  path: '/api/merchant/payment/create',
  summary: 'Create a payment order',
  description:
    'Creates an order and answers with the address where the consumer pays. The call is idempotent per `merchant_transaction_id`: repeating it with the same fields returns the same `order_id` and `pay_url`, at any later time. Repeating it with other fields is refused with DUPLICATE_TRANSACTION and leaves the first order unchanged.',
  body: CreatePaymentRequest,
  mayBeWrapped: true,
  data: CreatePaymentResult,
  errors: ['INVALID_REQUEST', 'INVALID_AMOUNT', 'UNSUPPORTED_CURRENCY', 'DUPLICATE_TRANSACTION'],
  examples: [
    {
      title: 'An order of 10.50 USD',
      body: examplePayment,
      data: { order_id: exampleOrderId, pay_url: examplePayUrl },
    },
  ],
});

export const queryPayment = answering({
  ...signed,
  id: 'queryPayment',
  method: 'GET',
  path: '/api/merchant/order/payment/query/{transactionId}',
  summary: 'Query a payment order',
  description:
    'Returns the order’s current state, with its refunds and its dispute. `version` grows with each change, so you can tell a newer answer from an older one.',
  pathParameters: {
    transactionId: {
      schema: OrderReference,
      description: 'The `merchant_transaction_id` of the order, or its `order_id`.',
    },
  },
  data: PaymentQueryResult,
  errors: ['ORDER_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [
    { title: 'A paid order', data: examplePaidOrder },
    { title: 'An unpaid order', data: exampleNewOrder },
  ],
});

export const listOrders = answering({
  ...signed,
  id: 'listOrders',
  method: 'GET',
  path: '/api/merchant/order/list',
  summary: 'List orders',
  description:
    'Lists the merchant’s orders in pages, the newest first, so that the merchant can compare them with its own books.',
  query: OrderListQuery,
  data: OrderListResult,
  errors: ['INVALID_REQUEST'],
  examples: [{ title: 'A single page', data: { orders: [examplePaidOrder], next: null } }],
});

const payments: EndpointGroup = {
  id: 'payments',
  title: 'Payments',
  description: 'Create orders, look them up, list them for reconciliation.',
  endpoints: [createPayment, queryPayment, listOrders],
};

const { transaction_id, order_id, amount, currency_code } = exampleRefund;
const acceptedRefund = { order_id, status: 0, error_msg: null, error_code: null, currency_code } as const;

export const requestRefund = taking({
  ...signed,
  id: 'requestRefund',
  method: 'POST',
  path: '/api/merchant/payment/refund',
  summary: 'Request a refund',
  description:
    'Accepts a refund, answers, and then makes the refund at the channel. The result arrives as the event `order.refund.succeeded` or `order.refund.failed`, and can be queried. The call is idempotent per `transaction_id`: repeating it returns the same refund. If you leave `amount` out, the remaining amount is refunded, and the answer says how much that is. A repeated call without `amount` returns the same refund, even if the remaining amount has changed since. Completed and pending refunds together never exceed the amount paid. If a request is refused, you can use its `transaction_id` again.',
  body: RefundRequest,
  mayBeWrapped: true,
  data: RefundResult,
  errors: [
    'INVALID_REQUEST',
    'INVALID_AMOUNT',
    'UNSUPPORTED_CURRENCY',
    'ORDER_NOT_FOUND',
    'ORDER_ARCHIVED',
    'DUPLICATE_REFUND',
    'CURRENCY_MISMATCH',
    'ORDER_IN_DISPUTE',
    'ORDER_NOT_REFUNDABLE',
    'REFUND_EXCEEDS_AMOUNT',
    'TOO_MANY_REFUNDS',
  ],
  examples: [
    {
      title: 'A partial refund',
      body: exampleRefundRequest,
      data: { ...acceptedRefund, transaction_id, amount },
    },
    {
      title: 'The remaining amount',
      body: { transaction_id: 'R2', original_transaction_id: 'T1', currency_code: 'USD' },
      data: { ...acceptedRefund, transaction_id: 'R2', amount: 6.5 },
    },
  ],
});

export const queryRefund = answering({
  ...signed,
  id: 'queryRefund',
  method: 'GET',
  path: '/api/merchant/order/refund/query/{transactionId}',
  summary: 'Query a refund',
  description:
    'Returns the refund’s current state. `error_code` and `error_msg` are set only if the refund failed.',
  pathParameters: {
    transactionId: {
      schema: OrderReference,
      description:
        'The `transaction_id` of the refund. A refund that you did not request, such as the return of a late payment, has the gateway’s refund ID (`rfd_…`) as its `transaction_id`.',
    },
  },
  data: RefundQueryResult,
  errors: ['REFUND_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [
    { title: 'A completed refund', data: exampleRefund },
    {
      title: 'A refund that the channel refused',
      data: {
        ...exampleRefund,
        status: 6,
        error_code: 'refund_failed',
        error_msg: 'The account is closed.',
      },
    },
  ],
});

export const listRefunds = answering({
  ...signed,
  id: 'listRefunds',
  method: 'GET',
  path: '/api/merchant/order/refund/list',
  summary: 'List refunds',
  description:
    'Lists the merchant’s refunds in pages, the newest first: those that the merchant requested, those that the gateway made by itself, and those that somebody made at the processor by hand.',
  query: RefundListQuery,
  data: RefundListResult,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [
    {
      title: 'A page with a refund that you requested and one that was made at the processor',
      data: {
        refunds: [
          {
            ...exampleRefund,
            transaction_id: 'chn_5d41402abc4b2a76b9719d911017c592_0f1e2d3c4b5a69788796a5b4',
            origin: 'channel',
            reason: null,
          },
          exampleRefund,
        ],
        next: null,
      },
    },
  ],
});

const refunds: EndpointGroup = {
  id: 'refunds',
  title: 'Refunds',
  description: 'Refund a paid order, in full or in parts.',
  endpoints: [requestRefund, queryRefund, listRefunds],
};

export const reportSettlement = answering({
  ...signed,
  id: 'reportSettlement',
  method: 'GET',
  path: '/api/merchant/report/settlement',
  summary: 'Settlement report of a day',
  description:
    'Returns the payments, refunds and disputes of a day (UTC), totalled by currency. A payment, refund or dispute counts on the day when the gateway learned of it. `format=csv` returns the totals as a file, and `format=lines_csv` returns every single movement. A merchant can run two reports at a time; further calls are answered with RATE_LIMITED. If a file download fails midway, the gateway aborts the transfer. Your client then reports an error, so you cannot mistake a partial file for a complete one.',
  query: SettlementQuery,
  data: SettlementReport,
  files: exampleSettlementFiles,
  errors: ['INVALID_REQUEST'],
  examples: [
    { title: 'A day with a requested refund, an automatic refund and a dispute', data: exampleSettlement },
  ],
});

const reports: EndpointGroup = {
  id: 'reports',
  title: 'Reports',
  description: 'A day’s totals, for your books.',
  endpoints: [reportSettlement],
};

export const listEvents = answering({
  ...signed,
  id: 'listEvents',
  method: 'GET',
  path: '/api/merchant/event/list',
  summary: 'List events',
  description:
    'Lists every event of the last 30 days with its delivery attempts, the oldest first. To get the next page, send `next` as `after`. To poll for new events, find the first page of your last poll on which `resume_after` differs from `next`. Start the next poll with that page’s `resume_after` as `after`. With a later page’s value, you can miss events that enter the log late.',
  query: EventListQuery,
  data: EventListResult,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'One event, delivered on the first attempt',
      data: {
        events: [
          {
            event: exampleEvent,
            logged_at: '2026-11-21T09:31:12.502Z',
            delivery_state: 'delivered',
            deliveries: [
              {
                at: '2026-11-21T09:31:12.510Z',
                duration_ms: 38,
                http_status: 200,
                error: null,
                answer: 'ok',
              },
            ],
            next_try_at: null,
          },
        ],
        next: null,
        resume_after: exampleEventIds.processing,
      },
    },
  ],
});

export const resendEvents = taking({
  ...signed,
  id: 'resendEvents',
  method: 'POST',
  path: '/api/merchant/event/resend',
  summary: 'Resend events',
  description:
    'Resends events by ID, or all events logged in a time span. They keep their `webhook-id`, so receivers can recognise them.',
  body: EventResendRequest,
  mayBeWrapped: true,
  data: EventResendResult,
  errors: ['INVALID_REQUEST', 'EVENT_NOT_FOUND', 'WEBHOOK_SWITCHED_OFF'],
  examples: [
    {
      title: 'By their IDs',
      body: { event_ids: [exampleEventIds.processing, exampleEventIds.succeeded] },
      data: { resent: 2, next: null },
    },
    {
      title: 'The failed payments of an hour',
      body: {
        since: '2026-11-21T09:00:00.000Z',
        until: '2026-11-21T10:00:00.000Z',
        event_type: 'order.payment.failed',
      },
      data: { resent: 12, next: null },
    },
  ],
});

const events: EndpointGroup = {
  id: 'events',
  title: 'Event log',
  description: 'Read the log of webhook events, and have events sent again if their webhooks were lost.',
  endpoints: [listEvents, resendEvents],
};

export const triggerSandbox = taking({
  ...signed,
  id: 'triggerSandbox',
  method: 'POST',
  path: '/api/merchant/sandbox/trigger',
  summary: 'Trigger an event at the sandbox’s processor',
  description:
    'The sandbox’s processor changes its own state and then reports the change in a signed callback, as a real processor does. The merchant gets the resulting events. In production, the answer is NOT_FOUND.',
  body: SandboxTriggerRequest,
  mayBeWrapped: true,
  data: SandboxTriggerResult,
  isSandboxOnly: true,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED', 'TRIGGER_NOT_POSSIBLE', 'CHANNEL_ERROR'],
  examples: [
    {
      title: 'The consumer disputes the payment',
      body: { order_id: exampleOrderId, what: 'dispute_opened' },
      data: { order_id: exampleOrderId, what: 'dispute_opened', state: 'PAY_SUCCESS' },
    },
  ],
});

const sandbox: EndpointGroup = {
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'Lets testers trigger events such as a dispute or a late payment. Not available in production.',
  endpoints: [triggerSandbox],
};

/** Groups of the endpoints that merchants call (section 4.1 of the interface specification that Kassa implements). */
export const merchantGroups: readonly EndpointGroup[] = [payments, refunds, reports, events, sandbox];
