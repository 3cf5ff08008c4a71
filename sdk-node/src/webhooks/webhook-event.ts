import type { WebhookEvent as AnyWebhookEvent, EventType } from '@kassa/contracts';

type AnyData = AnyWebhookEvent['data'];

/** The member that says more about an event, by the kind of event (decisions, section 9). */
type Particulars<Type extends EventType> = Type extends 'order.payment.failed'
  ? 'failure'
  : Type extends `order.refund.${string}`
    ? 'refund'
    : Type extends `order.dispute.${string}`
      ? 'dispute'
      : never;

/** The data of one kind of event: `refund`, `failure` or `dispute` is there where it applies. */
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
 * Every event this version knows, as a union by `event_type`.
 *
 * A newer gateway may send further kinds: they pass verification and come through as they are. So give a
 * `switch` over `event_type` a `default` that acknowledges (HTTP 200) and ignores; never one that throws.
 */
export type WebhookEvent = { [Type in EventType]: WebhookEventOf<Type> }[EventType];
