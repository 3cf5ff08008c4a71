import { type Static, Type } from 'typebox';
import { closed, OrderId, Timestamp } from './field-schemas.ts';
import { OrderStateName } from './payment-query.ts';

/** What only the sandbox has: a clock that can be moved, and triggers (decisions, section 10). */

/** How far the sandbox's clock can be ahead of real time, all moves together: more than a year of orders. */
export const MAX_CLOCK_AHEAD_SECONDS = 400 * 24 * 60 * 60;

/** What can wait for its time. */
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

/** One thing that waits for its time, or whose time has come. */
export const DueItem = Type.Object(
  {
    at: { ...Timestamp, description: 'When it falls due, in business time.' },
    kind: Type.Enum(dueKinds, {
      description:
        'order_expiry: the order’s validity ends. attempt_question, refund_question, dispute_question: the channel is asked for a result. ' +
        'attempt_cancellation: the channel is told to cancel an attempt. refund_sending: a refund is sent to its channel. ' +
        'event_relay: an event that was left behind is copied to the log. order_attention: the order is looked at again. ' +
        'webhook_try: an event is tried to be delivered.',
    }),
    order_id: OrderId,
    subject_id: Type.String({
      description: 'ID of the order, attempt, refund or event that it concerns, as the kind says.',
      examples: ['evt_5d41402abc4b2a76b9719d911017c592_2'],
    }),
  },
  closed,
);
export type DueItem = Static<typeof DueItem>;

/** `data` of `GET` and `POST /admin/sandbox/clock`. */
export const SandboxClock = Type.Object(
  {
    now: { ...Timestamp, description: 'Business time: orders, refunds, webhooks and retention live by it.' },
    real_now: {
      ...Timestamp,
      description: 'Real time, by which requests, nonces and webhook signatures are judged.',
    },
    ahead_seconds: Type.Number({ description: 'How far business time is ahead of real time.' }),
    next_due_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When something falls due next: an expiry, a channel to be asked, a refund to be sent, a webhook to be tried. Not after `now` while it is being done; null when nothing waits.',
    }),
    next_due: Type.Union([DueItem, Type.Null()], {
      description: 'What that is: the first of all that waits. Null when nothing waits.',
    }),
    fell_due: Type.Union([DueItem, Type.Null()], {
      description:
        'What `to_next_due` has moved to. The answer waits up to three seconds for it to be done, so that `next_due` is what comes after it. Null after any other move, and when the clock was only read.',
    }),
  },
  closed,
);
export type SandboxClock = Static<typeof SandboxClock>;

/** Body of `POST /admin/sandbox/clock`: one of three ways to move it, forward only. */
export const MoveClockRequest = Type.Object(
  {
    advance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CLOCK_AHEAD_SECONDS,
        description: 'By so much; moves add up.',
        examples: [1860],
      }),
    ),
    to: Type.Optional({ ...Timestamp, description: 'To this moment of business time, RFC 3339.' }),
    to_next_due: Type.Optional(
      Type.Literal(true, {
        description: 'To the moment at which something falls due next, once what is due now is done.',
      }),
    ),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export type MoveClockRequest = Static<typeof MoveClockRequest>;

/**
 * What a tester can make happen at the sandbox's processor. It changes its own state first and tells of it by
 * a signed callback, as a real one does.
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
        'partial_payment: half of what is missing comes, where money comes in parts (a bank transfer by reference). payment_succeeded, payment_failed: the payment that is under way ends so; a transfer’s missing rest comes. amount_mismatch: it succeeds with one minor unit too much (of a transfer the surplus goes back). late_success: a failed or cancelled payment of an unpaid order succeeds after all. second_payment: another attempt of a paid order succeeds too. refunds_held: refunds of the payments that were begun so far stay pending, also the automatic return of money that comes late or twice; refund_succeeded or refund_failed ends the oldest. refunds_released: they are held no more, and those that waited succeed. dispute_opened, dispute_won, dispute_lost. callback_repeated: the last callback comes again.',
    }),
  },
  { ...closed, description: 'What is to happen to which order.' },
);
export type SandboxTriggerRequest = Static<typeof SandboxTriggerRequest>;

export const SandboxTriggerResult = Type.Object(
  {
    order_id: OrderId,
    what: Type.Enum([...sandboxTriggers]),
    state: {
      ...OrderStateName,
      description: 'The order’s state when it was triggered. What follows comes by callback, and as events.',
    },
  },
  { ...closed, description: 'What was made to happen.' },
);
export type SandboxTriggerResult = Static<typeof SandboxTriggerResult>;
