import { randomBytes } from 'node:crypto';
import {
  type EventType,
  type OrderState,
  orderStateCodes,
  refundStateCodes,
  signWebhook,
  webhookHeaders,
} from '@kassa/contracts';
import type { WebhookEventData, WebhookEventOf } from '../webhooks/webhook-event.ts';

/** The contents of a test event. */
export interface TestEventOptions<Type extends EventType> {
  /** The `whsec_…` secret to sign with. */
  readonly secret: string;
  readonly event_type: Type;
  /** Members that matter to the test. All other members get plausible values. */
  readonly data?: Partial<WebhookEventData<Type>> | undefined;
  readonly event_id?: string | undefined;
  /** When the event was signed; the default is now. To test that your handler refuses old events, use a time in the past. */
  readonly signedAt?: Date | undefined;
}

/** An event as the gateway would post it. */
export interface SignedTestEvent<Type extends EventType> {
  readonly event: WebhookEventOf<Type>;
  /** The signed body, byte for byte. */
  readonly rawBody: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates an event with its body and headers, as the gateway would post it. With it you can test a webhook handler without a
 * gateway.
 */
export function signTestEvent<Type extends EventType>(
  options: TestEventOptions<Type>,
): SignedTestEvent<Type> {
  const signedAt = options.signedAt ?? new Date();
  const order = randomBytes(16).toString('hex');
  const sample = sampleData(options.event_type, order, signedAt.toISOString());
  const data: WebhookEventData<Type> = { ...sample, ...options.data };
  const event: WebhookEventOf<Type> = {
    event_type: options.event_type,
    event_id: options.event_id ?? `evt_${order}_${data.sequence}`,
    created_at: signedAt.toISOString(),
    data,
  };
  const rawBody = JSON.stringify(event);
  const timestampSeconds = Math.floor(signedAt.getTime() / 1000);
  return {
    event,
    rawBody,
    headers: {
      'content-type': 'application/json',
      [webhookHeaders.id]: event.event_id,
      [webhookHeaders.timestamp]: String(timestampSeconds),
      [webhookHeaders.signature]: signWebhook(event.event_id, timestampSeconds, rawBody, [options.secret]),
    },
  };
}

const stateAfter: Readonly<Record<EventType, OrderState>> = {
  'order.payment.processing': 'PAYING',
  'order.payment.succeeded': 'PAY_SUCCESS',
  'order.payment.failed': 'PAY_FAIL',
  'order.refund.succeeded': 'PARTIAL_REFUND',
  'order.refund.failed': 'PAY_SUCCESS',
  'order.dispute.opened': 'IN_DISPUTE',
  'order.dispute.won': 'PAY_SUCCESS',
  'order.dispute.lost': 'REFUNDED',
};

function sampleData<Type extends EventType>(type: Type, order: string, at: string): WebhookEventData<Type> {
  const state = stateAfter[type];
  const common = {
    order_id: `ord_${order}`,
    merchant_transaction_id: 'T1',
    amount: 10,
    currency_code: 'USD',
    status: orderStateCodes[state],
    state,
    sequence: type === 'order.payment.processing' ? 1 : 2,
  };
  const particulars: Readonly<Record<EventType, object>> = {
    'order.payment.processing': {},
    'order.payment.succeeded': {},
    'order.payment.failed': {
      failure: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
    },
    'order.refund.succeeded': { refund: sampleRefund('SUCCESS') },
    'order.refund.failed': { refund: sampleRefund('FAILED') },
    'order.dispute.opened': { dispute: sampleDispute('opened', at) },
    'order.dispute.won': { dispute: sampleDispute('won', at) },
    'order.dispute.lost': { dispute: sampleDispute('lost', at) },
  };
  // The cast is needed, because TypeScript cannot infer that the row of `particulars` belongs to `Type`. A test checks every
  // row against the contract's schema.
  return { ...common, ...particulars[type] } as WebhookEventData<Type>;
}

function sampleRefund(state: 'SUCCESS' | 'FAILED'): object {
  const hasFailed = state === 'FAILED';
  return {
    transaction_id: 'R1',
    amount: 4,
    status: refundStateCodes[state],
    automatic: false,
    origin: 'merchant',
    error_code: hasFailed ? 'refund_refused' : null,
    error_msg: hasFailed ? 'The channel refused the refund.' : null,
  };
}

function sampleDispute(state: 'opened' | 'won' | 'lost', at: string): object {
  return {
    id: 'dsp_1',
    reason: { category: 'not_received', code: 'not_received' },
    amount: 10,
    state,
    opened_at: at,
    respond_by: null,
    channel_url: null,
    resolved_at: state === 'opened' ? null : at,
  };
}
