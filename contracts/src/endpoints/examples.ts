import type { Merchant } from '../operations.ts';
import type { OperatorCase } from '../operator-cases.ts';
import type { CreatePaymentRequest, PaymentQueryResult } from '../payment.ts';
import type { RefundQueryResult, RefundRequest } from '../refund.ts';
import type { SettlementReport } from '../settlement.ts';
import { settlementKindMeanings, settlementKinds } from '../settlement-lines.ts';
import type { WebhookEvent } from '../webhook-event.ts';
import type { FileAnswer } from './endpoint.ts';

/** The history of one example order, from which the examples of all endpoints and events take their values. */

export const exampleOrderId = 'ord_5d41402abc4b2a76b9719d911017c592';
export const exampleAttemptId = 'txn_5d41402abc4b2a76b9719d911017c592_1';
export const exampleRefundId = 'rfd_5d41402abc4b2a76b9719d911017c592_1';
export const exampleMerchantId = 'mer_3vQ8x0Yb2LkT9sWd';
export const exampleEventIds = {
  processing: 'evt_5d41402abc4b2a76b9719d911017c592_1',
  succeeded: 'evt_5d41402abc4b2a76b9719d911017c592_2',
  refunded: 'evt_5d41402abc4b2a76b9719d911017c592_3',
} as const;

const createdAt = '2026-11-21T09:30:00.000Z';
const paidAt = '2026-11-21T09:31:12.480Z';

export const examplePayment: CreatePaymentRequest = {
  merchant_transaction_id: 'T1',
  amount: 10.5,
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  description: 'Order 1001',
  products: [{ product_id: 'p1', name: 'Coffee beans, 1 kg', price: 10.5, quantity: 1 }],
  customer: { full_name: 'Ann', email: 'ann@example.org' },
};

export const examplePayUrl = `https://pay.example/checkout/${exampleOrderId}#session=1795257000.Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmE`;

/** The answer to a payment query before the order is paid. */
export const exampleNewOrder: PaymentQueryResult = {
  order_id: exampleOrderId,
  merchant_transaction_id: 'T1',
  amount: 10.5,
  currency_code: 'USD',
  status: 0,
  state: 'INIT',
  refunded_amount: 0,
  refundable_amount: 0,
  description: 'Order 1001',
  payment_method: null,
  channel_type: null,
  failure: null,
  refunds: [],
  version: 1,
  created_at: createdAt,
  expires_at: '2026-11-21T10:00:00.000Z',
  paid_at: null,
  closed_at: null,
  awaiting_result_until: null,
};

export const examplePaidOrder: PaymentQueryResult = {
  ...exampleNewOrder,
  status: 2,
  state: 'PAY_SUCCESS',
  refundable_amount: 10.5,
  payment_method: 'card',
  card: { brand: 'visa', last4: '4242' },
  channel_type: 'Sandbox',
  version: 6,
  paid_at: paidAt,
};

export const exampleRefundRequest: RefundRequest = {
  transaction_id: 'R1',
  original_transaction_id: 'T1',
  currency_code: 'USD',
  amount: 4,
  refund_time: '20261121140000',
  reason: 'returned goods',
};

export const exampleRefund: RefundQueryResult = {
  transaction_id: 'R1',
  order_id: exampleOrderId,
  status: 2,
  error_msg: null,
  error_code: null,
  amount: 4,
  currency_code: 'USD',
  original_transaction_id: 'T1',
  origin: 'merchant',
  reason: 'returned goods',
  remark: null,
  created_at: '2026-11-21T14:00:00.210Z',
  completed_at: '2026-11-21T14:00:03.871Z',
};

export const exampleSettlement: SettlementReport = {
  merchant_id: exampleMerchantId,
  date: '2026-11-21',
  from: '2026-11-21T00:00:00.000Z',
  before: '2026-11-22T00:00:00.000Z',
  final: true,
  totals: [
    {
      currency_code: 'USD',
      gross: '21.00',
      refunds: '-14.50',
      automatic_refunds: '-10.50',
      disputes: '0.00',
      net: '6.50',
      payment_count: 2,
      refund_count: 1,
      automatic_refund_count: 1,
      dispute_count: 1,
      dispute_reversal_count: 1,
      refund_reversal_count: 0,
      fees: '-0.61',
      fee_count: 6,
      net_after_fees: '5.89',
      uncollected: '0.00',
      uncollected_count: 0,
    },
  ],
};

/** The same report as files. */
export const exampleSettlementFiles: readonly FileAnswer[] = [
  {
    mediaType: 'text/csv',
    title: 'Totals as a file',
    description: '`format=csv`: a row for each currency.',
    example: [
      'merchant_id,date,final,currency_code,gross,refunds,automatic_refunds,disputes,net,payment_count,refund_count,automatic_refund_count,dispute_count,dispute_reversal_count,refund_reversal_count,fees,fee_count,net_after_fees,uncollected,uncollected_count',
      `${exampleMerchantId},2026-11-21,true,USD,21.00,-14.50,-10.50,0.00,6.50,2,1,1,1,1,0,-0.61,6,5.89,0.00,0`,
      '',
    ].join('\r\n'),
  },
  {
    mediaType: 'text/csv',
    title: 'Lines as a file',
    description: `\`format=lines_csv\`: a row for each payment, refund and dispute, in chronological order. \`amount\` is negative where money went out. \`fee\` is what the processor took, and \`net\` what it paid out, both in \`settlement_currency\`; all three are empty while its books do not say them. \`further_fees\` lists fees that it took in other currencies, such as \`-0.08 EUR\`, separated by \`; \`. \`reference\` is the attempt’s ID, the \`transaction_id\` of the refund, the processor’s ID of the dispute, or its reference of the report that it could not collect a payment. ${settlementKinds
      .map((kind) => `\`${kind}\`: ${settlementKindMeanings[kind]}`)
      .join(' ')}`,
    example: [
      'time,kind,order_id,merchant_transaction_id,currency_code,amount,channel_type,reference,fee,net,settlement_currency,further_fees',
      ...[
        `2026-11-21T09:31:12.480Z,payment,%,T1,USD,10.50,Sandbox,${exampleAttemptId},-0.61,9.89,USD,`,
        '2026-11-21T09:31:40.007Z,payment,%,T1,USD,10.50,Sandbox,txn_5d41402abc4b2a76b9719d911017c592_2,0.00,10.50,USD,',
        '2026-11-21T09:31:41.120Z,automatic_refund,%,T1,USD,-10.50,Sandbox,rfd_5d41402abc4b2a76b9719d911017c592_1,0.00,-10.50,USD,',
        '2026-11-21T14:00:03.871Z,refund,%,T1,USD,-4.00,Sandbox,R1,0.00,-4.00,USD,',
        '2026-11-21T15:10:00.000Z,dispute,%,T1,USD,-6.50,Sandbox,dsp_8,0.00,-6.50,USD,',
        '2026-11-21T18:45:10.300Z,dispute_reversal,%,T1,USD,6.50,Sandbox,dsp_8,0.00,6.50,USD,',
      ].map((row) => row.replace('%', exampleOrderId)),
      '',
    ].join('\r\n'),
  },
];

export const exampleEvent: WebhookEvent = {
  event_type: 'order.payment.succeeded',
  event_id: exampleEventIds.succeeded,
  created_at: paidAt,
  data: {
    order_id: exampleOrderId,
    merchant_transaction_id: 'T1',
    amount: 10.5,
    currency_code: 'USD',
    status: 2,
    state: 'PAY_SUCCESS',
    sequence: 2,
  },
};

export const exampleMerchant: Merchant = {
  merchant_id: exampleMerchantId,
  name: 'Corner Shop',
  state: 'active',
  webhook_url: 'https://shop.example/webhooks/kassa',
  webhook_switched_off: false,
  previous_webhook_secret_ends_at: null,
  ip_allow_list: [],
  order_validity_seconds: 1800,
  may_take_card_numbers: false,
  allowed_origins: ['https://shop.example'],
  routes: [],
  method_order: [],
  branding: { accent_color: '#0a7d4f', logo_path: null },
  keys: [
    {
      key_id: 'key_9hT2cVbN4mQ1xZ7p',
      fingerprint: '6f1c0de2a4b84d1f9a3c5e7d9b2f4a686f1c0de2a4b84d1f9a3c5e7d9b2f4a68',
      state: 'active',
      created_at: createdAt,
      revoked_at: null,
    },
  ],
  created_at: createdAt,
};

export const exampleCase: OperatorCase = {
  case_id: exampleAttemptId,
  kind: 'attempt_unresolved',
  since: '2026-11-22T10:00:04.000Z',
  order_id: exampleOrderId,
  merchant_id: exampleMerchantId,
  detail: 'No channel reported how the attempt ended.',
};
