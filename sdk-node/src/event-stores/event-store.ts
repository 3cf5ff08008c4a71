/** The result of an attempt to claim an event. */
export type Claim =
  /** This caller may handle the event. The token distinguishes this claim from later claims of the same event. */
  | { readonly kind: 'claimed'; readonly token: string }
  /** Another caller is handling the event. */
  | { readonly kind: 'in_progress' }
  /** The event was already handled. */
  | { readonly kind: 'done' };

/**
 * Stores which events were handled, so that each is handled once: claim, handle, complete. A claim is a lease: if the
 * process dies, the claim expires and the event can be claimed again.
 *
 * Events are identified by their `event_id`, which is also the `webhook-id`.
 */
export interface EventStore {
  /** Claims an event for the given number of seconds. If several callers claim it at once, exactly one gets it. */
  claim(eventId: string, forSeconds: number): Promise<Claim>;
  /** Marks the event as handled. From now on it is `done`, regardless of any claim. */
  complete(eventId: string): Promise<void>;
  /** Releases the claim after a failure, unless it has expired and another caller holds a new one. */
  release(eventId: string, token: string): Promise<void>;
}

/** The gateway keeps events for 30 days and can resend them during that time. */
export const REMEMBERED_SECONDS = 31 * 24 * 60 * 60;
