import type { WebhookEvent as AnyWebhookEvent, EventType } from '@kassa/contracts';

type AnyData = AnyWebhookEvent['data'];

/**
 * The name of the member that is specific to an event type's data: `refund` for refund events, `failure` for failed payments,
 * `dispute` for dispute events. `never` for all other event types.
 */
type Particulars<Type extends EventType> = Type extends 'order.payment.failed'
  ? 'failure'
  : Type extends `order.refund.${string}`
    ? 'refund'
    : Type extends `order.dispute.${string}`
      ? 'dispute'
      : never;

/** The data of one event type. The members `refund`, `failure` and `dispute` are present only if they apply to the type. */
export type WebhookEventData<Type extends EventType = EventType> = Omit<
  AnyData,
  'refund' | 'failure' | 'dispute'
> &
  Required<Pick<AnyData, Particulars<Type>>>;

/** An event of one kind. */
export type WebhookEventOf<Type extends EventType> = Omit<AnyWebhookEvent, 'event_type' | 'data'> & {
  event_type: Type;
  data: WebhookEventData<Type>;
};

/**
 * Every event that this version of the SDK knows, as a union by `event_type`.
 *
 * Newer gateways may send further types. They pass verification and reach your handler unchanged. So give a `switch` over
 * `event_type` a `default` that acknowledges the event (HTTP 200) and ignores it; it must never throw.
 */
export type WebhookEvent = { [Type in EventType]: WebhookEventOf<Type> }[EventType];
