import { type Static, Type } from 'typebox';
import { closed, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { OrderStateName, PaymentQueryResult } from './payment.ts';
import { EventId, EventTypeName, WebhookEvent } from './webhook-event.ts';

/** Query of `GET /api/merchant/event/list`. Query values arrive as strings. */
export const EventListQuery = Type.Object(
  {
    after: Type.Optional({
      ...EventId,
      description:
        'ID of an event of this merchant, from `next` or `resume_after` of an earlier answer. The list starts after that event. If the event is no longer kept, the list starts at the oldest kept event. An event that this merchant never had is answered INVALID_REQUEST.',
    }),
    since: Type.Optional({
      ...Timestamp,
      description: 'Only events whose `logged_at` is this time or later, RFC 3339.',
    }),
    event_type: Type.Optional(EventTypeName),
    limit: Type.Optional(PageSize),
  },
  closed,
);
export type EventListQuery = Static<typeof EventListQuery>;

/** One attempt to deliver an event. */
export const Delivery = Type.Object(
  {
    at: Type.String({
      format: 'date-time',
      description: 'When the delivery attempt started, RFC 3339, UTC.',
    }),
    duration_ms: Type.Integer({
      minimum: 0,
      description: 'Duration in milliseconds.',
      examples: [38],
    }),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the receiver’s answer; null if there was no answer.',
      examples: [200],
    }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there was no answer; null if there was one.',
      examples: ['no answer within 15 s'],
    }),
    answer: Type.String({
      description: 'The first KiB (1024 bytes) of the answer’s body; empty if there was none.',
      examples: ['ok'],
    }),
  },
  closed,
);
export type Delivery = Static<typeof Delivery>;

export const LoggedEvent = Type.Object(
  {
    event: WebhookEvent,
    logged_at: Type.String({
      format: 'date-time',
      description:
        'When the event was added to the log; the list is sorted by this time. It is at most seconds after `created_at`, unless a crash delayed the event. It is always real time, while `created_at` follows a sandbox’s clock.',
    }),
    delivery_state: Type.Enum(['pending', 'delivered', 'failed'], {
      description:
        '`pending`: delivery is still being retried. `delivered`: the receiver acknowledged the event. `failed`: retries are exhausted; you can resend the event.',
    }),
    deliveries: Type.Array(Delivery, { description: 'The latest 100 delivery attempts, oldest first.' }),
    next_try_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When delivery is attempted next; null unless pending.',
    }),
  },
  closed,
);
export type LoggedEvent = Static<typeof LoggedEvent>;

export const EventListResult = Type.Object(
  {
    events: Type.Array(LoggedEvent, {
      description: 'Oldest first, by `logged_at`, then by `event_id`; none older than 30 days.',
    }),
    next: Type.Union([EventId, Type.Null()], {
      description: 'Send this as `after` to get the next page. Null if there are no more events for now.',
    }),
    resume_after: Type.Union([EventId, Type.Null()], {
      description:
        'Where to start your next poll: send it as `after`. After each poll, save the `resume_after` of the first page where it differs from `next`. With the value of a later page, you can miss events that enter the log late. For this reason, `resume_after` stays at least 40 seconds behind the newest events, and behind every event that is not in the log yet. The next poll therefore lists some events again; recognise them by their `event_id`. Null: start the next poll where this one started.',
    }),
  },
  { ...closed, description: 'A page of the event log.' },
);
export type EventListResult = Static<typeof EventListResult>;

/** Body of `POST /api/merchant/event/resend` that names the events by their IDs. */
export const EventResendByIds = Type.Object(
  {
    event_ids: Type.Array(EventId, {
      minItems: 1,
      maxItems: 100,
      description:
        'IDs of up to 100 events, from the event list or a webhook. If any ID is unknown, no event is sent, and EVENT_NOT_FOUND names each unknown ID in `error.fields`.',
    }),
  },
  closed,
);

/** Body of `POST /api/merchant/event/resend` that selects all events logged in a time span. */
export const EventResendBySpan = Type.Object(
  {
    since: { ...Timestamp, description: 'Events whose `logged_at` is this time or later, RFC 3339.' },
    until: { ...Timestamp, description: 'Events whose `logged_at` is before this time. RFC 3339.' },
    event_type: Type.Optional(EventTypeName),
    after: Type.Optional({
      ...EventId,
      description:
        '`next` of the previous call, unchanged, to continue in the time span. An ID that this merchant never had is answered INVALID_REQUEST.',
    }),
  },
  closed,
);

export const EventResendRequest = Type.Union([EventResendByIds, EventResendBySpan]);
export type EventResendRequest = Static<typeof EventResendRequest>;

export const EventResendResult = Type.Object(
  {
    resent: Type.Integer({
      minimum: 0,
      description: 'How many events are resent, within seconds; at most 500 per call.',
      examples: [2],
    }),
    next: Type.Union([EventId, Type.Null()], {
      description:
        'If the time span holds more events, repeat the call with this value as `after`. Null if there are no more.',
    }),
  },
  { ...closed, description: 'How many events are resent.' },
);
export type EventResendResult = Static<typeof EventResendResult>;

/** Query of `GET /api/merchant/order/list`. */
export const OrderListQuery = Type.Object(
  {
    created_from: Type.Optional({
      ...Timestamp,
      description: 'Only orders created at this time or later, RFC 3339.',
    }),
    created_to: Type.Optional({
      ...Timestamp,
      description: 'Only orders created before this time. RFC 3339.',
    }),
    state: Type.Optional(OrderStateName),
    after: Type.Optional({
      ...OrderId,
      description:
        'ID of an order of this merchant, from `next` of the previous page. The list starts after that order, even if the order itself is outside the time span. An ID that this merchant does not have is answered INVALID_REQUEST.',
    }),
    limit: Type.Optional(PageSize),
  },
  closed,
);
export type OrderListQuery = Static<typeof OrderListQuery>;

export const OrderListResult = Type.Object(
  {
    orders: Type.Array(PaymentQueryResult, {
      description: 'Newest first, by `created_at`, then by `order_id`.',
    }),
    next: Type.Union([OrderId, Type.Null()], {
      description:
        'Send this as `after` to get the next page. Orders created in the meantime do not shift the pages. Null on the last page.',
    }),
  },
  { ...closed, description: 'A page of orders.' },
);
export type OrderListResult = Static<typeof OrderListResult>;
