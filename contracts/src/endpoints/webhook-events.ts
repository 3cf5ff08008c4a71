import type { EventType } from '../order-states.ts';
import type { WebhookEvent } from '../webhook-event.ts';
import { exampleEvent, exampleOrderId, exampleRefund } from './examples.ts';

/** Describes one kind of webhook event for the docs: when the gateway sends it, with an example. */
export interface WebhookEventKind {
  readonly summary: string;
  readonly description: string;
  readonly example: WebhookEvent;
}

function eventOf(type: EventType, sequence: number, data: Partial<WebhookEvent['data']>): WebhookEvent {
  return {
    ...exampleEvent,
    event_type: type,
    event_id: `evt_${exampleOrderId.slice('ord_'.length)}_${sequence}`,
    data: { ...exampleEvent.data, ...data, sequence },
  };
}

const refund = {
  transaction_id: exampleRefund.transaction_id,
  amount: exampleRefund.amount,
  automatic: false,
  origin: 'merchant' as const,
  error_code: null,
  error_msg: null,
};

const dispute = {
  id: 'dp_1Q2w3E4r5T6y',
  reason: { category: 'not_received' as const, code: '13.1' },
  amount: 10.5,
  opened_at: '2026-12-03T08:12:00.000Z',
  respond_by: '2026-12-17T23:59:59.000Z',
  channel_url: 'https://dashboard.processor.example/disputes/dp_1Q2w3E4r5T6y',
};
const resolved_at = '2027-01-14T16:40:00.000Z';

export const webhookEventKinds: Readonly<Record<EventType, WebhookEventKind>> = {
  'order.payment.processing': {
    summary: 'A payment is in progress',
    description:
      'The consumer’s payment was submitted to the channel. The event is sent again for each further attempt of the consumer.',
    example: eventOf('order.payment.processing', 1, { status: 1, state: 'PAYING' }),
  },
  'order.payment.succeeded': {
    summary: 'The order is paid',
    description:
      'The channel confirmed the payment. This event is the proof of payment; a browser redirect is not.',
    example: exampleEvent,
  },
  'order.payment.failed': {
    summary: 'A payment attempt failed',
    description:
      'Sent for each failed attempt. The consumer may try again while the order is valid, so `order.payment.succeeded` may still follow. `failure` has the channel’s own code and message. Do not show them to the consumer.',
    example: eventOf('order.payment.failed', 2, {
      status: 3,
      state: 'PAY_FAIL',
      failure: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
    }),
  },
  'order.refund.succeeded': {
    summary: 'A refund succeeded',
    description: '`amount` is the order’s amount; the refund’s amount is in `refund`.',
    example: eventOf('order.refund.succeeded', 3, {
      status: 4,
      state: 'PARTIAL_REFUND',
      refund: { ...refund, status: 2 },
    }),
  },
  'order.refund.failed': {
    summary: 'A refund failed',
    description: 'The refund failed. Its amount can be refunded again with a new `transaction_id`.',
    example: eventOf('order.refund.failed', 3, {
      refund: { ...refund, status: 6, error_code: 'refund_failed', error_msg: 'The account is closed.' },
    }),
  },
  'order.dispute.opened': {
    summary: 'The consumer disputes the payment',
    description:
      'The consumer disputed the payment. The gateway refuses refunds until the dispute is resolved.',
    example: eventOf('order.dispute.opened', 3, {
      status: 7,
      state: 'IN_DISPUTE',
      dispute: { ...dispute, state: 'opened', resolved_at: null },
    }),
  },
  'order.dispute.won': {
    summary: 'The dispute was won',
    description:
      'The merchant won the dispute. The order returns to the state that it had before the dispute. The gateway also sends this event if the bank gives back money of a lost dispute; `dispute.amount` is then the amount that came back.',
    example: eventOf('order.dispute.won', 4, { dispute: { ...dispute, state: 'won', resolved_at } }),
  },
  'order.dispute.lost': {
    summary: 'The dispute was lost',
    description: 'The merchant lost the dispute. The disputed amount counts as refunded.',
    example: eventOf('order.dispute.lost', 4, {
      status: 5,
      state: 'REFUNDED',
      dispute: { ...dispute, state: 'lost', resolved_at },
    }),
  },
};
