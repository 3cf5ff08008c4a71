import { type Static, Type } from 'typebox';
import { closed, OrderId, Timestamp } from './field-schemas.ts';
import { OrderStateName } from './payment.ts';

/** Messages of features that only a sandbox has: a clock that can be moved, and triggers. */

/** How far ahead of real time the sandbox's clock can be moved in total: a little more than a year. */
export const MAX_CLOCK_AHEAD_SECONDS = 400 * 24 * 60 * 60;

/** The kinds of things that can fall due. */
export const dueKinds = [
  'order_expiry',
  'attempt_question',
  'attempt_cancellation',
  'refund_sending',
  'refund_question',
  'dispute_question',
  'event_relay',
  'order_attention',
  'webhook_try',
] as const;
export type DueKind = (typeof dueKinds)[number];

/** Something that is due or will fall due. */
export const DueItem = Type.Object(
  {
    at: { ...Timestamp, description: 'When the item falls due, in business time.' },
    kind: Type.Enum(dueKinds, {
      description:
        'order_expiry: the order expires. attempt_question, refund_question, dispute_question: the gateway asks the channel for a result. ' +
        'attempt_cancellation: the gateway tells the channel to cancel an attempt. refund_sending: the gateway sends a refund to its channel. ' +
        'event_relay: an event left behind by a crash is copied to the log. order_attention: the order is checked again. ' +
        'webhook_try: the gateway attempts to deliver an event.',
    }),
    order_id: OrderId,
    subject_id: Type.String({
      description: 'ID of the order, attempt, refund or event, depending on the kind.',
      examples: ['evt_5d41402abc4b2a76b9719d911017c592_2'],
    }),
  },
  closed,
);
export type DueItem = Static<typeof DueItem>;

/** `data` of `GET` and `POST /admin/sandbox/clock`. */
export const SandboxClock = Type.Object(
  {
    now: {
      ...Timestamp,
      description: 'Business time, which orders, refunds, webhooks and retention follow.',
    },
    real_now: {
      ...Timestamp,
      description: 'Real time, which request timestamps, nonces and webhook signatures follow.',
    },
    ahead_seconds: Type.Number({ description: 'How far business time is ahead of real time.' }),
    next_due_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When the next item falls due: an expiry, a query to a channel, a refund to send, a webhook to deliver. The time is not after `now` while the item is being processed. Null if nothing is waiting.',
    }),
    next_due: Type.Union([DueItem, Type.Null()], {
      description: 'The item that falls due next; null if nothing is waiting.',
    }),
    fell_due: Type.Union([DueItem, Type.Null()], {
      description:
        'The item that `to_next_due` moved to. The answer waits up to three seconds until this item is processed, so that `next_due` is the one after it. Null after any other move, and when the clock was only read.',
    }),
  },
  closed,
);
export type SandboxClock = Static<typeof SandboxClock>;

/** Body of `POST /admin/sandbox/clock`: one of three ways to move the clock. The clock only moves forward. */
export const MoveClockRequest = Type.Object(
  {
    advance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CLOCK_AHEAD_SECONDS,
        description: 'Duration of the move; moves add up.',
        examples: [1860],
      }),
    ),
    to: Type.Optional({ ...Timestamp, description: 'Business time to move to, RFC 3339.' }),
    to_next_due: Type.Optional(
      Type.Literal(true, {
        description: 'Moves to the time when the next item falls due, after the items due now are processed.',
      }),
    ),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export type MoveClockRequest = Static<typeof MoveClockRequest>;

/**
 * Events that a tester can trigger at the sandbox's processor. The processor changes its own state and then reports the change
 * in a signed callback, as a real processor does.
 */
export const sandboxTriggers = [
  'partial_payment',
  'payment_succeeded',
  'payment_failed',
  'amount_mismatch',
  'late_success',
  'second_payment',
  'refunds_held',
  'refunds_released',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'callback_repeated',
] as const;
export type SandboxTrigger = (typeof sandboxTriggers)[number];

/** Body of `POST /api/merchant/sandbox/trigger` and of `POST /admin/sandbox/trigger`. */
export const SandboxTriggerRequest = Type.Object(
  {
    order_id: OrderId,
    what: Type.Enum([...sandboxTriggers], {
      description:
        'partial_payment: half of the missing amount arrives (only for methods paid in parts, such as a bank transfer by reference). payment_succeeded, payment_failed: the current payment ends this way; for a transfer, the rest of the amount arrives. amount_mismatch: the payment succeeds with one minor unit too much (for a transfer, the surplus is returned). late_success: a failed or cancelled payment of an unpaid order succeeds after all. second_payment: another attempt of a paid order also succeeds. refunds_held: refunds of all payments started so far stay pending, including automatic returns of late or duplicate payments; refund_succeeded or refund_failed ends the oldest. refunds_released: the held refunds succeed, and later ones are no longer held. dispute_opened, dispute_won, dispute_lost: the dispute is opened, won or lost. callback_repeated: the last callback is sent again.',
    }),
  },
  { ...closed, description: 'What to trigger, and for which order.' },
);
export type SandboxTriggerRequest = Static<typeof SandboxTriggerRequest>;

export const SandboxTriggerResult = Type.Object(
  {
    order_id: OrderId,
    what: Type.Enum([...sandboxTriggers]),
    state: {
      ...OrderStateName,
      description: 'The order’s state at the time of the trigger. Changes follow by callback and as events.',
    },
  },
  { ...closed, description: 'What was triggered.' },
);
export type SandboxTriggerResult = Static<typeof SandboxTriggerResult>;
