import { type Static, Type } from 'typebox';
import { closed, OrderId, PageSize, Timestamp } from './field-schemas.ts';
import { OrderStateName, PaymentQueryResult } from './payment-query.ts';
import { EventId, EventTypeName, WebhookEvent } from './webhook-event.ts';

/** Query of `GET /api/merchant/event/list` (decisions, section 10); values arrive as text. */
export const EventListQuery = Type.Object(
  {
    after: Type.Optional({
      ...EventId,
      description:
        'ID of an event of this merchant, as `next` or `resume_after` of an earlier answer gave it; the list begins behind that event. Behind one that is not kept any more it begins at the oldest that is. One that this merchant never had is answered INVALID_REQUEST.',
    }),
    since: Type.Optional({
      ...Timestamp,
      description: 'Only events whose `logged_at` is this moment or later. RFC 3339.',
    }),
    event_type: Type.Optional(EventTypeName),
    limit: Type.Optional(PageSize),
  },
  closed,
);
export type EventListQuery = Static<typeof EventListQuery>;

/** One try to deliver an event. */
export const Delivery = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it began. RFC 3339, UTC.' }),
    duration_ms: Type.Integer({
      minimum: 0,
      description: 'How long it took, in milliseconds.',
      examples: [38],
    }),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Status of the receiver’s answer; null when there was none.',
      examples: [200],
    }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there was no answer; null when there was one.',
      examples: ['no answer within 15 s'],
    }),
    answer: Type.String({
      description: 'The first KiB (1024 bytes) of the answer’s text; empty when there was none.',
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
        'When the event was taken into the log, which is what the list is sorted by. Seconds after `created_at` at most, but for an event that a crash left behind. It is real time, also where the clock of a sandbox was moved, which `created_at` follows.',
    }),
    delivery_state: Type.Enum(['pending', 'delivered', 'failed'], {
      description:
        '`pending`: is still being tried. `delivered`: was acknowledged. `failed`: was given up; it can be sent again.',
    }),
    deliveries: Type.Array(Delivery, { description: 'The latest 100 tries, oldest first.' }),
    next_try_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When it is tried next; null unless it is pending.',
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
      description: 'More events follow: send it as `after` to read on. Null: this is the end for now.',
    }),
    resume_after: Type.Union([EventId, Type.Null()], {
      description:
        'Where to begin when you look again later. An event can appear late among those before it, so it stays at least 40 seconds behind the newest ones, and behind every event that has happened and is not in the log yet, however long that takes: what stands behind it is listed again. Recognise them by their `event_id`. When a look takes several pages, keep that of the first page whose `resume_after` is not its `next`, and send it as `after`: a later page’s can lie beyond an event that has appeared meanwhile in a page you have read. Null: begin again where this look began.',
    }),
  },
  { ...closed, description: 'A page of the event log.' },
);
export type EventListResult = Static<typeof EventListResult>;

/** Body of `POST /api/merchant/event/resend`: these events. */
export const EventResendByIds = Type.Object(
  {
    event_ids: Type.Array(EventId, {
      minItems: 1,
      maxItems: 100,
      description:
        'IDs of up to 100 events, as the list of events or a webhook gave them. If one is not known, none is sent: EVENT_NOT_FOUND names each in `error.fields`.',
    }),
  },
  closed,
);

/** Body of `POST /api/merchant/event/resend`: what was logged in a span of time. */
export const EventResendBySpan = Type.Object(
  {
    since: { ...Timestamp, description: 'Events whose `logged_at` is this moment or later. RFC 3339.' },
    until: { ...Timestamp, description: 'Events whose `logged_at` is before this moment. RFC 3339.' },
    event_type: Type.Optional(EventTypeName),
    after: Type.Optional({
      ...EventId,
      description:
        '`next` of the call before, as it came, to go on in the span. One that this merchant never had is answered INVALID_REQUEST.',
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
      description: 'How many events are sent again, within seconds: at most 500 a call.',
      examples: [2],
    }),
    next: Type.Union([EventId, Type.Null()], {
      description: 'The span holds more: repeat the call with it as `after`. Null: that was all.',
    }),
  },
  { ...closed, description: 'How many events are sent again.' },
);
export type EventResendResult = Static<typeof EventResendResult>;

/** Query of `GET /api/merchant/order/list`. */
export const OrderListQuery = Type.Object(
  {
    created_from: Type.Optional({
      ...Timestamp,
      description: 'Only orders created at this moment or later. RFC 3339.',
    }),
    created_to: Type.Optional({
      ...Timestamp,
      description: 'Only orders created before this moment. RFC 3339.',
    }),
    state: Type.Optional(OrderStateName),
    after: Type.Optional({
      ...OrderId,
      description:
        'ID of an order of this merchant, as `next` of the page before gave it; the list begins behind that order, also when it is not in the span itself. One that this merchant does not have is answered INVALID_REQUEST.',
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
        'More orders follow: send it as `after` to read on. Orders that are created meanwhile do not move it. Null: this is the end.',
    }),
  },
  { ...closed, description: 'A page of orders.' },
);
export type OrderListResult = Static<typeof OrderListResult>;
