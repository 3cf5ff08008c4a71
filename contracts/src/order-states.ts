/** States of a payment order, with their codes (section 3.1 of the interface specification that Kassa implements). */
export const orderStateCodes = {
  INIT: 0,
  PAYING: 1,
  PAY_SUCCESS: 2,
  PAY_FAIL: 3,
  PARTIAL_REFUND: 4,
  REFUNDED: 5,
  CLOSE: 6,
  IN_DISPUTE: 7,
} as const;

export type OrderState = keyof typeof orderStateCodes;
export type OrderStateCode = (typeof orderStateCodes)[OrderState];

export const orderStates = Object.keys(orderStateCodes) as readonly OrderState[];

export const orderStateMeanings: Readonly<Record<OrderState, string>> = {
  INIT: 'The order was created; no payment was submitted to a channel yet.',
  PAYING: 'A payment attempt was submitted to a channel.',
  PAY_SUCCESS: 'Paid.',
  PAY_FAIL: 'The last attempt failed; the consumer may try again while the order is valid.',
  PARTIAL_REFUND: 'Part of the amount was returned.',
  REFUNDED: 'The whole amount was returned.',
  CLOSE: 'The order’s validity ended before it was paid.',
  IN_DISPUTE: 'The payment is disputed; refunds are refused until the dispute is resolved.',
};

/** Types of events that the gateway sends (section 6 of the interface specification that Kassa implements). */
export const eventTypes = [
  'order.payment.processing',
  'order.payment.succeeded',
  'order.payment.failed',
  'order.refund.succeeded',
  'order.refund.failed',
  'order.dispute.opened',
  'order.dispute.won',
  'order.dispute.lost',
] as const;
export type EventType = (typeof eventTypes)[number];

interface OrderTransitionRow {
  readonly from: OrderState;
  /** What happened to the order, such as `attempt_succeeded`. Together with the present state, it determines the new state. */
  readonly cause: string;
  readonly to: OrderState;
  /** The event sent with this transition; null if the merchant is not notified. */
  readonly emits: EventType | null;
}

/**
 * Every transition of a payment order. The gateway changes an order's state only as this table says. The state diagram and a
 * test of every combination are generated from it. A row with equal `from` and `to` keeps the state, but sends an event to the
 * merchant.
 */
export const orderTransitions = [
  { from: 'INIT', cause: 'attempt_started', to: 'PAYING', emits: 'order.payment.processing' },
  { from: 'INIT', cause: 'validity_elapsed', to: 'CLOSE', emits: null },

  { from: 'PAYING', cause: 'attempt_succeeded', to: 'PAY_SUCCESS', emits: 'order.payment.succeeded' },
  { from: 'PAYING', cause: 'attempt_failed', to: 'PAY_FAIL', emits: 'order.payment.failed' },
  { from: 'PAYING', cause: 'validity_elapsed', to: 'CLOSE', emits: null },

  { from: 'PAY_FAIL', cause: 'attempt_started', to: 'PAYING', emits: 'order.payment.processing' },
  { from: 'PAY_FAIL', cause: 'attempt_succeeded', to: 'PAY_SUCCESS', emits: 'order.payment.succeeded' },

  { from: 'PAY_SUCCESS', cause: 'refund_left_a_rest', to: 'PARTIAL_REFUND', emits: 'order.refund.succeeded' },
  { from: 'PAY_SUCCESS', cause: 'refund_left_nothing', to: 'REFUNDED', emits: 'order.refund.succeeded' },
  { from: 'PAY_SUCCESS', cause: 'refund_not_made', to: 'PAY_SUCCESS', emits: 'order.refund.failed' },
  { from: 'PAY_SUCCESS', cause: 'dispute_opened', to: 'IN_DISPUTE', emits: 'order.dispute.opened' },

  {
    from: 'PARTIAL_REFUND',
    cause: 'refund_left_a_rest',
    to: 'PARTIAL_REFUND',
    emits: 'order.refund.succeeded',
  },
  { from: 'PARTIAL_REFUND', cause: 'refund_left_nothing', to: 'REFUNDED', emits: 'order.refund.succeeded' },
  { from: 'PARTIAL_REFUND', cause: 'refund_not_made', to: 'PARTIAL_REFUND', emits: 'order.refund.failed' },
  // The channel reported a refund as made, but later takes the money back, because it did not reach the consumer.
  {
    from: 'PARTIAL_REFUND',
    cause: 'refund_reversed_nothing_refunded',
    to: 'PAY_SUCCESS',
    emits: 'order.refund.failed',
  },
  {
    from: 'PARTIAL_REFUND',
    cause: 'refund_reversed_partly_refunded',
    to: 'PARTIAL_REFUND',
    emits: 'order.refund.failed',
  },
  { from: 'PARTIAL_REFUND', cause: 'dispute_opened', to: 'IN_DISPUTE', emits: 'order.dispute.opened' },

  // A lost dispute can make an order REFUNDED while the channel is still processing a refund of the order. The result of that
  // refund then arrives in the state REFUNDED.
  { from: 'REFUNDED', cause: 'refund_left_nothing', to: 'REFUNDED', emits: 'order.refund.succeeded' },
  { from: 'REFUNDED', cause: 'refund_not_made', to: 'REFUNDED', emits: 'order.refund.failed' },
  {
    from: 'REFUNDED',
    cause: 'refund_reversed_nothing_refunded',
    to: 'PAY_SUCCESS',
    emits: 'order.refund.failed',
  },
  {
    from: 'REFUNDED',
    cause: 'refund_reversed_partly_refunded',
    to: 'PARTIAL_REFUND',
    emits: 'order.refund.failed',
  },
  // The order stays REFUNDED because more than its amount had gone back, for example by a refund and a lost dispute.
  {
    from: 'REFUNDED',
    cause: 'refund_reversed_fully_refunded',
    to: 'REFUNDED',
    emits: 'order.refund.failed',
  },
  // The bank gives back money of a lost dispute, for example after an appeal.
  {
    from: 'PARTIAL_REFUND',
    cause: 'loss_lowered_nothing_refunded',
    to: 'PAY_SUCCESS',
    emits: 'order.dispute.won',
  },
  {
    from: 'PARTIAL_REFUND',
    cause: 'loss_lowered_partly_refunded',
    to: 'PARTIAL_REFUND',
    emits: 'order.dispute.won',
  },
  { from: 'REFUNDED', cause: 'loss_lowered_nothing_refunded', to: 'PAY_SUCCESS', emits: 'order.dispute.won' },
  {
    from: 'REFUNDED',
    cause: 'loss_lowered_partly_refunded',
    to: 'PARTIAL_REFUND',
    emits: 'order.dispute.won',
  },
  { from: 'REFUNDED', cause: 'loss_lowered_fully_refunded', to: 'REFUNDED', emits: 'order.dispute.won' },
  // A consumer can dispute a payment that was already refunded, and the bank can then take the money a second time.
  { from: 'REFUNDED', cause: 'dispute_opened', to: 'IN_DISPUTE', emits: 'order.dispute.opened' },

  // The channel may be processing a refund of the order when the consumer disputes the payment. The result of that refund
  // arrives during the dispute.
  { from: 'IN_DISPUTE', cause: 'refund_left_a_rest', to: 'IN_DISPUTE', emits: 'order.refund.succeeded' },
  { from: 'IN_DISPUTE', cause: 'refund_left_nothing', to: 'IN_DISPUTE', emits: 'order.refund.succeeded' },
  { from: 'IN_DISPUTE', cause: 'refund_not_made', to: 'IN_DISPUTE', emits: 'order.refund.failed' },
  {
    from: 'IN_DISPUTE',
    cause: 'refund_reversed_nothing_refunded',
    to: 'IN_DISPUTE',
    emits: 'order.refund.failed',
  },
  {
    from: 'IN_DISPUTE',
    cause: 'refund_reversed_partly_refunded',
    to: 'IN_DISPUTE',
    emits: 'order.refund.failed',
  },
  {
    from: 'IN_DISPUTE',
    cause: 'refund_reversed_fully_refunded',
    to: 'IN_DISPUTE',
    emits: 'order.refund.failed',
  },
  // The bank gives back money of an earlier, lost dispute while another one is open.
  {
    from: 'IN_DISPUTE',
    cause: 'loss_lowered_nothing_refunded',
    to: 'IN_DISPUTE',
    emits: 'order.dispute.won',
  },
  { from: 'IN_DISPUTE', cause: 'loss_lowered_partly_refunded', to: 'IN_DISPUTE', emits: 'order.dispute.won' },
  { from: 'IN_DISPUTE', cause: 'loss_lowered_fully_refunded', to: 'IN_DISPUTE', emits: 'order.dispute.won' },
  {
    from: 'IN_DISPUTE',
    cause: 'dispute_won_nothing_refunded',
    to: 'PAY_SUCCESS',
    emits: 'order.dispute.won',
  },
  {
    from: 'IN_DISPUTE',
    cause: 'dispute_won_partly_refunded',
    to: 'PARTIAL_REFUND',
    emits: 'order.dispute.won',
  },
  { from: 'IN_DISPUTE', cause: 'dispute_won_fully_refunded', to: 'REFUNDED', emits: 'order.dispute.won' },
  {
    from: 'IN_DISPUTE',
    cause: 'dispute_lost_left_a_rest',
    to: 'PARTIAL_REFUND',
    emits: 'order.dispute.lost',
  },
  { from: 'IN_DISPUTE', cause: 'dispute_lost_left_nothing', to: 'REFUNDED', emits: 'order.dispute.lost' },
] as const satisfies readonly OrderTransitionRow[];

export type OrderTransition = (typeof orderTransitions)[number];
export type OrderTransitionCause = OrderTransition['cause'];
