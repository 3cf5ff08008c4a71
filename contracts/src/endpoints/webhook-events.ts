import type { EventType } from '../order-states.ts';
import type { WebhookEvent } from '../webhook-event.ts';
import { exampleEvent, exampleOrderId, exampleRefund } from './examples.ts';

/** What merchants are told, kind by kind: when, and how it looks. */
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
  error_code: null,
  error_msg: null,
};

const dispute = { amount: 10.5, opened_at: '2026-12-03T08:12:00.000Z' };
const resolved_at = '2027-01-14T16:40:00.000Z';

export const webhookEventKinds: Readonly<Record<EventType, WebhookEventKind>> = {
  'order.payment.processing': {
    summary: 'A payment is in progress',
    description: 'An attempt to pay is in the channel’s hands. It comes again when the consumer tries again.',
    example: eventOf('order.payment.processing', 1, { status: 1, state: 'PAYING' }),
  },
  'order.payment.succeeded': {
    summary: 'The order is paid',
    description: 'The channel confirmed the payment. This, and no redirect of a browser, is the proof.',
    example: exampleEvent,
  },
  'order.payment.failed': {
    summary: 'An attempt to pay failed',
    description:
      'It is sent for each attempt that fails. The consumer may try again while the order is valid, so `order.payment.succeeded` may still follow. `failure` has the channel’s own code and message, which are for you and not for the consumer.',
    example: eventOf('order.payment.failed', 2, {
      status: 3,
      state: 'PAY_FAIL',
      failure: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
    }),
  },
  'order.refund.succeeded': {
    summary: 'A refund was made',
    description: '`amount` is the order’s; the refund’s own is in `refund`.',
    example: eventOf('order.refund.succeeded', 3, {
      status: 4,
      state: 'PARTIAL_REFUND',
      refund: { ...refund, status: 2 },
    }),
  },
  'order.refund.failed': {
    summary: 'A refund could not be made',
    description: 'Its amount can be refunded again, under a new number.',
    example: eventOf('order.refund.failed', 3, {
      refund: { ...refund, status: 6, error_code: 'refund_failed', error_msg: 'The account is closed.' },
    }),
  },
  'order.dispute.opened': {
    summary: 'The consumer disputes the payment',
    description: 'Refunds are refused until the dispute is resolved.',
    example: eventOf('order.dispute.opened', 3, {
      status: 7,
      state: 'IN_DISPUTE',
      dispute: { ...dispute, state: 'opened', resolved_at: null },
    }),
  },
  'order.dispute.won': {
    summary: 'The dispute was won',
    description: 'The order goes back to the state that it had before.',
    example: eventOf('order.dispute.won', 4, { dispute: { ...dispute, state: 'won', resolved_at } }),
  },
  'order.dispute.lost': {
    summary: 'The dispute was lost',
    description: 'The disputed amount counts as refunded.',
    example: eventOf('order.dispute.lost', 4, {
      status: 5,
      state: 'REFUNDED',
      dispute: { ...dispute, state: 'lost', resolved_at },
    }),
  },
};
