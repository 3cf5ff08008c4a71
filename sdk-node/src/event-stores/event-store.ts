/** The result of an attempt to claim an event. Only the holder of the claim may handle the event. */
export type Claim =
  /** This caller may handle the event. The token distinguishes this claim from later claims of the same event. */
  | { readonly kind: 'claimed'; readonly token: string }
  /** Another caller is handling the event. */
  | { readonly kind: 'in_progress' }
  /** The event was already handled. */
  | { readonly kind: 'done' };

/**
 * Stores which events were handled, so that each event is handled once: claim it, handle it, complete it. A claim is valid for
 * a limited time. If the process dies, the claim expires and the event can be claimed again.
 *
 * Events are identified by their `event_id`, which is also the `webhook-id` header.
 */
export interface EventStore {
  /** Claims an event for the given number of seconds. If several callers try at once, exactly one of them gets the claim. */
  claim(eventId: string, forSeconds: number): Promise<Claim>;
  /** Marks the event as handled. From then on it is `done`, even if somebody else holds a claim. */
  complete(eventId: string): Promise<void>;
  /** Gives up the claim after a failure. Does nothing if the claim has expired and another caller holds a newer one. */
  release(eventId: string, token: string): Promise<void>;
}

/** How long handled events are remembered. The gateway keeps events for 30 days and can resend them during that time. */
export const REMEMBERED_SECONDS = 31 * 24 * 60 * 60;
