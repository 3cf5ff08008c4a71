import { type Static, Type } from 'typebox';
import { closed, OrderId, Timestamp } from './field-schemas.ts';
import { OrderStateName, PaymentQueryResult } from './payment-query.ts';
import { EventId, EventTypeName, WebhookEvent } from './webhook-event.ts';

const PageSize = Type.String({
  pattern: '^([1-9][0-9]?|100)$',
  description: 'At most 100.',
  examples: ['50'],
});

/** Query of `GET /api/merchant/event/list` (decisions, section 10); values arrive as text. */
export const EventListQuery = Type.Object(
  {
    after: Type.Optional(EventId),
    since: Type.Optional(Timestamp),
    event_type: Type.Optional(EventTypeName),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const Delivery = Type.Object(
  {
    at: Timestamp,
    http_status: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);

export const LoggedEvent = Type.Object(
  {
    event: WebhookEvent,
    delivery_state: Type.Enum(['pending', 'delivered', 'failed']),
    deliveries: Type.Array(Delivery),
    next_try_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);
export type LoggedEvent = Static<typeof LoggedEvent>;

export const EventListResult = Type.Object(
  { events: Type.Array(LoggedEvent), next: Type.Union([EventId, Type.Null()]) },
  closed,
);

/** Body of `POST /api/merchant/event/resend`. */
export const EventResendRequest = Type.Union([
  Type.Object({ event_ids: Type.Array(EventId, { minItems: 1, maxItems: 100 }) }, closed),
  Type.Object({ since: Timestamp, until: Timestamp, event_type: Type.Optional(EventTypeName) }, closed),
]);

/** Query of `GET /api/merchant/order/list`. */
export const OrderListQuery = Type.Object(
  {
    created_from: Type.Optional(Timestamp),
    created_to: Type.Optional(Timestamp),
    state: Type.Optional(OrderStateName),
    after: Type.Optional(OrderId),
    limit: Type.Optional(PageSize),
  },
  closed,
);

export const OrderListResult = Type.Object(
  { orders: Type.Array(PaymentQueryResult), next: Type.Union([OrderId, Type.Null()]) },
  closed,
);

/** Body of `POST /api/merchant/sandbox/trigger`, sandbox only. */
export const SandboxTriggerRequest = Type.Object(
  {
    order_id: OrderId,
    what: Type.Enum(['dispute_opened', 'dispute_won', 'dispute_lost', 'late_success', 'refund_failed']),
  },
  closed,
);
