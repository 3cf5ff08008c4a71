import { OrderReference } from '../field-schemas.ts';
import {
  EventListQuery,
  EventListResult,
  EventResendRequest,
  EventResendResult,
  OrderListQuery,
  OrderListResult,
} from '../merchant-event-log.ts';
import { CreatePaymentRequest, CreatePaymentResult } from '../payment.ts';
import { PaymentQueryResult } from '../payment-query.ts';
import { RefundQueryResult, RefundRequest, RefundResult } from '../refund.ts';
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
    'Creates an order and answers with the address where the consumer pays. It is idempotent per `merchant_transaction_id`: the same call again, with the same fields, gives the same `order_id` and `pay_url`, however much later. With other fields it is refused with DUPLICATE_TRANSACTION, and the first order stays as it is.',
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
    'The order as it is now, with its refunds and its dispute. `version` grows with each change, so that an older answer is never taken for a newer one.',
  pathParameters: {
    transactionId: {
      schema: OrderReference,
      description: 'The `merchant_transaction_id` of the order, or its `order_id`.',
    },
  },
  data: PaymentQueryResult,
  errors: ['ORDER_NOT_FOUND'],
  examples: [
    { title: 'A paid order', data: examplePaidOrder },
    { title: 'An order that nobody has paid yet', data: exampleNewOrder },
  ],
});

export const listOrders = answering({
  ...signed,
  id: 'listOrders',
  method: 'GET',
  path: '/api/merchant/order/list',
  summary: 'List orders',
  description: 'For reconciliation: orders by the moment of their creation, the newest first, in pages.',
  query: OrderListQuery,
  data: OrderListResult,
  errors: ['INVALID_REQUEST'],
  examples: [{ title: 'One page, and no more', data: { orders: [examplePaidOrder], next: null } }],
});

const payments: EndpointGroup = {
  id: 'payments',
  title: 'Payments',
  description: 'Create orders, look them up, list them for reconciliation.',
  endpoints: [createPayment, queryPayment, listOrders],
};

const { transaction_id, order_id } = exampleRefund;

export const requestRefund = taking({
  ...signed,
  id: 'requestRefund',
  method: 'POST',
  path: '/api/merchant/payment/refund',
  summary: 'Request a refund',
  description:
    'Accepts a refund, which is made after the answer: its end comes as `order.refund.succeeded` or `order.refund.failed`, and can be queried. It is idempotent per `transaction_id`: the same call again gives the same refund. Refunds made and refunds pending together never exceed what was paid. A refund that was refused leaves its number free.',
  body: RefundRequest,
  mayBeWrapped: true,
  data: RefundResult,
  errors: [
    'INVALID_REQUEST',
    'INVALID_AMOUNT',
    'UNSUPPORTED_CURRENCY',
    'ORDER_NOT_FOUND',
    'DUPLICATE_REFUND',
    'CURRENCY_MISMATCH',
    'ORDER_IN_DISPUTE',
    'ORDER_NOT_REFUNDABLE',
    'REFUND_EXCEEDS_AMOUNT',
  ],
  examples: [
    {
      title: 'A part of the order',
      body: exampleRefundRequest,
      data: { transaction_id, order_id, status: 0, error_msg: null, error_code: null },
    },
  ],
});

export const queryRefund = answering({
  ...signed,
  id: 'queryRefund',
  method: 'GET',
  path: '/api/merchant/order/refund/query/{transactionId}',
  summary: 'Query a refund',
  description: 'The refund as it is now. `error_code` and `error_msg` are set only when it failed.',
  pathParameters: {
    transactionId: { schema: OrderReference, description: 'The `transaction_id` of the refund.' },
  },
  data: RefundQueryResult,
  errors: ['REFUND_NOT_FOUND'],
  examples: [
    { title: 'A refund that was made', data: exampleRefund },
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

const refunds: EndpointGroup = {
  id: 'refunds',
  title: 'Refunds',
  description: 'Return money of a paid order, the whole of it or parts.',
  endpoints: [requestRefund, queryRefund],
};

export const reportSettlement = answering({
  ...signed,
  id: 'reportSettlement',
  method: 'GET',
  path: '/api/merchant/report/settlement',
  summary: 'Settlement report of a day',
  description:
    'Payments, refunds and disputes of a day (UTC), summed by currency, each at the moment when the gateway learned of it. `format=csv` gives the sums as a file, `format=lines_csv` every line that they are made of. At most two reports of a merchant are made at a time: more are answered RATE_LIMITED. A file that breaks off is cut within the transfer, so that your client reports an error: it never looks whole.',
  query: SettlementQuery,
  data: SettlementReport,
  files: exampleSettlementFiles,
  errors: ['INVALID_REQUEST'],
  examples: [{ title: 'A day with a refund of each kind and a dispute', data: exampleSettlement }],
});

const reports: EndpointGroup = {
  id: 'reports',
  title: 'Reports',
  description: 'What a day came to, for your books.',
  endpoints: [reportSettlement],
};

export const listEvents = answering({
  ...signed,
  id: 'listEvents',
  method: 'GET',
  path: '/api/merchant/event/list',
  summary: 'List events',
  description:
    'Every event of the last 30 days, the oldest first, each with the tries to deliver it. Read on with `next`; look again later with `resume_after` of the first page where it is not `next`.',
  query: EventListQuery,
  data: EventListResult,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'One event, delivered at once',
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
  summary: 'Send events again',
  description:
    'By their IDs, or all that were logged in a span of time. They keep their `webhook-id`, so that a receiver knows them again.',
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
  description: 'Read the webhook events again and have them sent again: whoever lost some catches up here.',
  endpoints: [listEvents, resendEvents],
};

export const triggerSandbox = taking({
  ...signed,
  id: 'triggerSandbox',
  method: 'POST',
  path: '/api/merchant/sandbox/trigger',
  summary: 'Make something happen at the sandbox’s processor',
  description:
    'The processor changes its own state first and tells of it by a signed callback, as a real one does; the events follow. Production answers NOT_FOUND.',
  body: SandboxTriggerRequest,
  mayBeWrapped: true,
  data: SandboxTriggerResult,
  isSandboxOnly: true,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'TRIGGER_NOT_POSSIBLE', 'CHANNEL_ERROR'],
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
  description: 'What a tester can make happen. Production does not have it.',
  endpoints: [triggerSandbox],
};

/** The merchant interface (interface, section 4.1; decisions, section 10). */
export const merchantGroups: readonly EndpointGroup[] = [payments, refunds, reports, events, sandbox];
