/** What became of an attempt to claim an event. */
export type Claim =
  /** The event is this caller's to handle. The token tells its claim from a later one of the same event. */
  | { readonly kind: 'claimed'; readonly token: string }
  /** Somebody is handling it. */
  | { readonly kind: 'in_progress' }
  /** It was handled before. */
  | { readonly kind: 'done' };

/**
 * Remembers which events were handled, so that each is handled once: claim, handle, complete. A claim that is
 * neither completed nor released (the process died) ends by itself, and the event can be claimed again.
 *
 * Events are known by their `event_id`, which is also the `webhook-id`.
 */
export interface EventStore {
  /** Claims an event for so many seconds. Of any number of callers at once, one gets it. */
  claim(eventId: string, forSeconds: number): Promise<Claim>;
  /** The event was handled: from now on it is `done`, whoever holds a claim. */
  complete(eventId: string): Promise<void>;
  /** Handling failed: gives the claim up at once, unless it has ended and somebody else holds one. */
  release(eventId: string, token: string): Promise<void>;
}

/** The gateway keeps events for 30 days and can send them again so long. */
export const REMEMBERED_SECONDS = 31 * 24 * 60 * 60;
