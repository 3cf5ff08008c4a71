/** The result of an attempt to claim an event. Only the holder of the claim may handle the event. */
export type Claim =
  /**
   * This caller has the claim and may handle the event. The token distinguishes its claim from later claims of the same event.
   */
  | { readonly kind: 'claimed'; readonly token: string }
  /** Another caller is handling the event. */
  | { readonly kind: 'in_progress' }
  /** The event was already handled. */
  | { readonly kind: 'done' };

/**
 * Remembers which events were handled, so that each event is handled once. A receiver claims an event, handles it, and then
 * marks it as handled. A claim is valid for a limited time. If the process dies meanwhile, another one can claim the event
 * afterwards.
 *
 * Events are identified by their `event_id`, which is also the `webhook-id` header.
 */
export interface EventStore {
  /** Claims an event for the given number of seconds. If several callers try at once, only one of them gets the claim. */
  claim(eventId: string, forSeconds: number): Promise<Claim>;
  /** Marks the event as handled for good. A claim that another caller holds meanwhile no longer matters. */
  complete(eventId: string): Promise<void>;
  /**
   * Gives up a claim after a failure, so that the event can be claimed again. The token names the claim; a newer claim of
   * another caller stays.
   */
  release(eventId: string, token: string): Promise<void>;
}

/** How long handled events are remembered. The gateway keeps events for 30 days and can resend them during that time. */
export const REMEMBERED_SECONDS = 31 * 24 * 60 * 60;
